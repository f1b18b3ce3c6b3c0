// expect: contracted next
// expect: contracted after
// expect: contracted flux
// expect: contracted half
// expect: contracted scaled
// expect: kept moving
// expect: kept shown
// expect: kept rising
/* Grids of which the border is set once, before the time steps, and copied with the rest in each of them: each step may set it
   itself. `moving` changes its border on the way, of `shown` the last step is looked at, and `rising` isn't set to the same in
   each step. */
#include "bits.h"

/* All of it is set, but only the border is read before the first step writes it. */
static void warm(int steps, int h, int w, double u[restrict h][w])
{
    /* polycc: next[i][j] -> next[i % 2][j]; 2 * w cells instead of h * w */
    double next[2][w];
    for (int t = 0; t < steps; t++) {
        for (int j = 1; j < w - 1; j++)
            next[0][j] = 1;
        double *next_0 = next[0], *next_1 = next[1];
        for (int i = 0; i <= h; i++) {
            if (i == h - 1) {
                double *next_11 = next[(h - 1) % 2];
                for (int j = 1; j < w - 1; j++)
                    next_11[j] = 1;
            }
            if (i < h) {
                next_0[0] = 1;
                next_0[w - 1] = 1;
                if (i < h - 1 && i >= 1)
                    for (int j = 1; j < w - 1; j++)
                        next_0[j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
            }
            if (i >= 1)
                for (int j = 0; j < w; j++)
                    u[i - 1][j] = next_1[j];
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
}

/* A loop for each two sides, and a value that the caller gives. */
static void sides(int steps, int h, int w, double side, double u[restrict h][w])
{
    /* polycc: after[i][j] -> after[i % 2][j]; 2 * w cells instead of h * w */
    double after[2][w];
    if (w >= 3)
        for (int t = 0; t < steps; t++) {
            if (h >= 2)
                for (int j = 0; j < w - 1; j++)
                    after[0][j] = side;
            if (h == 1) {
                double *after_1 = after[(h - 1) % 2];
                for (int j = 0; j < w - 1; j++)
                    after_1[j] = j % 3;
            }
            double *after_0 = after[1], *after_1 = after[0];
            for (int i = 1; i <= h; i++) {
                if (i < h - 1) {
                    after_0[0] = side * i;
                    for (int j = 1; j < w - 1; j++)
                        after_0[j] = u[i][j] + 0.1 * (u[i - 1][j] - u[i + 1][j]);
                }
                else if (i == h - 1) {
                    double *after_11 = after[(h - 1) % 2];
                    for (int j = 0; j < w - 1; j++)
                        after_11[j] = j % 3;
                }
                for (int j = 1; j < w - 1; j++)
                    u[i - 1][j] = after_1[j] + (j == 1 ? after_1[0] : 0);
                double *after_next = after_1;
                after_1 = after_0, after_0 = after_next;
            }
        }
}

/* A condition tells what the border is. */
static void edges(int steps, int h, int w, const double in[restrict h][w], double out[restrict h][w])
{
    /* polycc: flux[i][j] -> flux[i % 2][j]; 2 * w cells instead of h * w */
    double flux[2][w];
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < w; j++)
            flux[0][j] = 0;
        double *flux_0 = flux[1], *flux_1 = flux[0];
        for (int i = 1; i < h; i++) {
            if (i < h - 1) {
                for (int j = 0; j < w; j++)
                    flux_0[j] = in[i][j] - in[i - 1][j] + t;
            }
            else {
                double *flux_11 = flux[(h - 1) % 2];
                for (int j = 0; j < w; j++)
                    flux_11[j] = 0;
            }
            for (int j = 0; j < w; j++)
                out[i - 1][j] += flux_0[j] - flux_1[j];
            double *flux_next = flux_1;
            flux_1 = flux_0, flux_0 = flux_next;
        }
        if (h == 1)
            for (int j = 0; j < w; j++)
                flux[0][j] = 0;
    }
}

/* Two of them, one made from the other. */
static void twice(int steps, int n, double u[restrict n])
{
    /* polycc: half[i] -> half[i % 514]; 514 cells instead of n */
    /* polycc: scaled[i] -> scaled[i % 512]; 512 cells instead of n */
    double half[514], scaled[512];
    for (int t = 0; t < steps; t++) {
        for (long t1 = 0; t1 <= (long)n; t1 += 512) {
            if (t1 == 0)
                half[2 - t1] = 1;
            if (t1 >= n - 512 && t1 < n)
                half[n - t1 + 1] = 2;
            if (t1 == 0)
                scaled[1 - t1] = 3;
            if (t1 >= n - 511 && t1 <= n)
                scaled[n - t1] = 4;
            for (int i = 1 > t1 ? 1 : t1; i <= (n - 2 < t1 + 511 ? n - 2 : t1 + 511); i++)
                half[i - t1 + 2] = 0.5 * (u[i - 1] + u[i + 1]);
            for (int i = 2 > t1 ? 2 : t1; i <= (n - 1 < t1 + 511 ? n - 1 : t1 + 511); i++)
                scaled[i - t1] = half[i - t1] + half[i - t1 + 2];
            for (int i = 1 > t1 ? 1 : t1; i <= (n < t1 + 511 ? n : t1 + 511); i++)
                u[i - 1] = 0.5 * scaled[i - t1];
            half[0] = half[512];
            half[1] = half[513];
        }
    }
}

/* polycc: `moves_apart` is `moves` for sizes as they should be, in memory that doesn't overlap */
static void moves_apart(int steps, int h, int w, double u[restrict h][w])
{
    double moving[h][w];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            moving[i][j] = 1;
    for (long t1 = 0; t1 < (long)steps; t1 += 32)
        for (long t2 = 0; t2 <= (long)h + 62; t2 += 32)
            for (long t3 = 0; t3 < (long)w; t3 += 512) {
                int last = w - 1 < t3 + 511 ? w - 1 : t3 + 511;
                for (int t = t1; t < steps && t <= t1 + 31; t++) {
                    if (2 * t >= t2 + 2 * t1 && 2 * t <= t2 + 2 * t1 + 31)
                        for (int j = t3; j <= last; j++)
                            moving[0][j] += 1;
                    for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i < h - 1 && i <= t2 + 2 * t1 - 2 * t + 31; i++)
                        for (int j = t3; j <= last; j++)
                            moving[i][j] = u[i - 1][j] + u[i + 1][j];
                    for (int i = 0 > t2 + 2 * t1 - 2 * t - 1 ? 0 : t2 + 2 * t1 - 2 * t - 1; i < h && i <= t2 + 2 * t1 - 2 * t + 30; i++)
                        for (int j = t3; j <= last; j++)
                            u[i][j] = moving[i][j];
                }
            }
}

/* The first row is added to. */
static void moves(int steps, int h, int w, double u[restrict h][w])
{
    /* polycc: `moves_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)h) * (double)w >= 8388608) {
        moves_apart(steps, h, w, u);
        return;
    }
    double moving[h][w];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            moving[i][j] = 1;
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < w; j++)
            moving[0][j] += 1;
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                moving[i][j] = u[i - 1][j] + u[i + 1][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                u[i][j] = moving[i][j];
    }
}

/* polycc: `shows_apart` is `shows` for sizes as they should be, in memory that doesn't overlap */
static double shows_apart(int steps, int h, int w, double u[restrict h][w])
{
    double shown[h][w], all = 0;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            shown[i][j] = 1;
    for (long t1 = 0; t1 < (long)steps; t1 += 32)
        for (long t2 = 0; t2 <= (long)h + 62; t2 += 32)
            for (long t3 = 0; t3 < (long)w; t3 += 512) {
                int last = w - 1 < t3 + 511 ? w - 1 : t3 + 511;
                for (int t = t1; t < steps && t <= t1 + 31; t++) {
                    if (2 * t >= t2 + 2 * t1 && 2 * t <= t2 + 2 * t1 + 31)
                        for (int i = 0; i <= 0; i++)
                            for (int j = t3; j <= last; j++)
                                shown[i][j] = 1;
                    for (int i = h - 1 > t2 + 2 * t1 - 2 * t ? h - 1 : t2 + 2 * t1 - 2 * t; i < h && i <= t2 + 2 * t1 - 2 * t + 31; i++)
                        for (int j = t3; j <= last; j++)
                            shown[i][j] = 1;
                    for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i < h - 1 && i <= t2 + 2 * t1 - 2 * t + 31; i++)
                        for (int j = t3; j <= last; j++)
                            shown[i][j] = u[i - 1][j] + u[i + 1][j];
                    for (int i = 0 > t2 + 2 * t1 - 2 * t - 1 ? 0 : t2 + 2 * t1 - 2 * t - 1; i < h && i <= t2 + 2 * t1 - 2 * t + 30; i++)
                        for (int j = t3; j <= last; j++)
                            u[i][j] = shown[i][j];
                }
            }
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++)
            all += shown[i][j] * (i + j);
    return all;
}

/* What the last step leaves is shown. */
static double shows(int steps, int h, int w, double u[restrict h][w])
{
    /* polycc: `shows_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)h) * (double)w >= 8388608) {
        return shows_apart(steps, h, w, u);
    }
    double shown[h][w], all = 0;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            shown[i][j] = 1;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                shown[i][j] = u[i - 1][j] + u[i + 1][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                u[i][j] = shown[i][j];
    }
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++)
            all += shown[i][j] * (i + j);
    return all;
}

/* The value that it is set to rises. */
static void rises(int steps, int n, int m, double u[restrict n][m])
{
    double rising[n][m], level = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            rising[i][j] = level;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < m; j++)
                rising[i][j] = u[i - 1][j] + u[i + 1][j] + level;
        level += 1;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                u[i][j] = rising[i][j];
    }
}

int main(void)
{
    static const int sizes[][3] = {{0, 4, 5}, {1, 3, 3}, {2, 8, 9}, {5, 1, 1}, {4, 2, 3}, {3, 80, 75}};
    for (int k = 0; k < 6; k++) {
        int steps = sizes[k][0], h = sizes[k][1], w = sizes[k][2];
        double (*u)[w] = (double (*)[w])data_f64((long)h * w, (uint32_t)k), (*v)[w] = (double (*)[w])data_f64((long)h * w, 7);
        warm(steps, h, w, u);
        if (h > 1)
            sides(steps, h, w, 0.5 * k, u);
        edges(steps, h, w, (const double (*)[w])u, v);
        if (w > 1)
            twice(steps, w, u[0]);
        moves(steps, h, w, v);
        rises(steps, h, w, u);
        show("u", u, (long)h * w, sizeof(double));
        show("v", v, (long)h * w, sizeof(double));
        double all = shows(steps, h, w, v);
        show("all", &all, 1, sizeof all);
        free(u);
        free(v);
    }
    return 0;
}
