// polycc: --at c0=20,c1=30
// bytes: 4800 -> 720
// expect: contracted t
/* The user has taken the names that generated loops like to use. */
#include "bits.h"

static void blur(int c0, int c1, double c2[c0][c1], double c3[c0][c1])
{
    /* polycc: t[i][j] -> t[i % 3][j]; 3 * c1 cells instead of c0 * c1 */
    double t[3][c1];
    double c4 = 3.0;
#pragma scop
    {
        double *t_0 = t[0], *t_1 = t[2], *t_2 = t[1];
        for (int i0 = 0; i0 < c0; i0++) {
            for (int t0 = 1; t0 < c1 - 1; t0++)
                t_0[t0] = c2[i0][t0 - 1] + c2[i0][t0] + c2[i0][t0 + 1];
            if (i0 >= 2)
                for (int t0 = 1; t0 < c1 - 1; t0++)
                    c3[i0 - 1][t0] = (t_2[t0] + t_1[t0] + t_0[t0]) / c4;
            double *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {6, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * m, 113), *out = data_f64(n * m, 114);
        blur(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
