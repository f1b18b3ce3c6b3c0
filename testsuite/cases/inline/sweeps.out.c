// polycc: --optimize speed
/* Loops over time around calls: the steps of a wave and the sweep of a solver are inlined, since the loops run in tiles then. A function that has such a
   loop stays a call where it is called, in a loop or not. */
#include "bits.h"

enum { WIDTH = 800, HEIGHT = 600, SIDE = 40 };

static double ex[HEIGHT][WIDTH], ey[HEIGHT][WIDTH], hz[HEIGHT][WIDTH];

static void propagate(int steps)
{
    for (long t1 = 0; t1 < (long)steps; t1 += 32)
        for (long t2 = 0; t2 <= 630; t2 += 21)
            for (long t3 = 0; t3 <= 830; t3 += 512)
                for (int t = t1; t < steps && t <= t1 + 31; t++) {
                    int last = 799 < t3 + t1 - t + 511 ? 799 : t3 + t1 - t + 511;
                    int last1 = 798 < t3 + t1 - t + 510 ? 798 : t3 + t1 - t + 510;
                    if (t >= t2 + t1 && t <= t2 + t1 + 20)
                        for (int j = 0 > t3 + t1 - t ? 0 : t3 + t1 - t; j <= last; j++)
                            /* electric */
                            ey[0][j] = 1.0 / (t + 1);
                    for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < 600 && i <= t2 + t1 - t + 20; i++)
                        for (int j = 0 > t3 + t1 - t ? 0 : t3 + t1 - t; j <= last; j++)
                            ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
                    for (int i = 0 > t2 + t1 - t ? 0 : t2 + t1 - t; i < 600 && i <= t2 + t1 - t + 20; i++)
                        for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                            ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
                    for (int i = 0 > t2 + t1 - t - 1 ? 0 : t2 + t1 - t - 1; i < 599 && i <= t2 + t1 - t + 19; i++)
                        for (int j = 0 > t3 + t1 - t - 1 ? 0 : t3 + t1 - t - 1; j <= last1; j++)
                            /* magnetic */
                            hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
                }
}

static void solve(int sweeps, int h, int w, double u[h][w])
{
    if (h >= 3 && w >= 3)
        for (long t = 0; t < (long)sweeps; t += 32)
            for (long t1 = 0; t1 <= (long)h + 29; t1 += 32)
                for (long t2 = 0; t2 <= (long)w + 29; t2 += 8)
                    for (int s = t; s < sweeps && s <= t + 31; s++) {
                        int last = w - 2 < t2 + t - s + 7 ? w - 2 : t2 + t - s + 7;
                        for (int i = 1 > t1 + t - s ? 1 : t1 + t - s; i < h - 1 && i <= t1 + t - s + 31; i++)
                            for (int j = 1 > t2 + t - s ? 1 : t2 + t - s; j <= last; j++)
                                /* sweep */
                                u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]);
                    }
}

int main(void)
{
    static double *u;
    if (u == NULL)
        u = data_f64(HEIGHT * WIDTH, 1);
    for (int i = 0; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++) {
            ex[i][j] = u[i * WIDTH + j];
            ey[i][j] = u[i * WIDTH + j] + i;
            hz[i][j] = u[i * WIDTH + j] - j;
        }
    propagate(9);
    show("hz", &hz[3][0], 2 * WIDTH, sizeof(double));
    for (int times = 0; times < 2; times++)
        solve(40, SIDE, SIDE, (void *)u);
    show("u", u, SIDE * SIDE, sizeof(double));
    return 0;
}
