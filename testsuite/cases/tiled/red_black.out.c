// polycc: --tile=2,3 --at halves=10,n=20
// bytes: 1760 -> 320
// expect: contracted u
/* Red-black relaxation in single assignment: each half step relaxes the points of one parity and
   copies the others. */
#include "bits.h"

static void relax(int halves, int n, double x[n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (halves + 1) * n */
    double u[2][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = x[i];
    if (halves >= 1)
        for (long t = 0; t <= (long)halves; t += 2)
            for (long t1 = 0; t1 <= (long)n; t1 += 3)
                for (int s = 1 > t ? 1 : t; s <= halves && s <= t + 1; s++)
                    for (int i = 0 > t1 + t - s ? 0 : t1 + t - s; i <= (n - 1 < t1 + t - s + 2 ? n - 1 : t1 + t - s + 2); i++) {
                        if (i >= 1 && i < n - 1 && (i + s) % 2 == 0) {
                            u[s % 2][i] = 0.5 * (u[(s - 1) % 2][i - 1] + u[(s - 1) % 2][i + 1]);
                        }
                        else
                            u[s % 2][i] = u[(s - 1) % 2][i];
                    }
    for (int i = 0; i < n; i++)
        x[i] = u[halves % 2][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {2, 2}, {1, 3}, {3, 4}, {6, 11}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int halves = sizes[s][0], n = sizes[s][1];
        double *x = data_f64(n, 76);
        relax(halves, n, x);
        show("x", x, n, sizeof *x);
        free(x);
    }
    return 0;
}
