// polycc: --at n=30,m=20
// expect: contracted t
// bytes: 4800 -> 320
/* Time steps in sequence, the cells of one in parallel: two rows, where the sequential order needs
   one row and a cell. */
#include "bits.h"

void smooth(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * m cells instead of n * m */
    double t[2][m];
#pragma scop
    {
        #pragma omp parallel for
        for (int j = 0; j < m; j++)
            t[0][j] = in[0][j];
        double *t_0 = t[1], *t_1 = t[0];
        for (int i = 1; i < n; i++) {
            #pragma omp parallel for
            for (int j = 0; j < m; j++)
                t_0[j] = (j > 0 ? t_1[j - 1] : 0.5) + (j < m - 1 ? t_1[j + 1] : 0.25);
            double *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
        #pragma omp parallel for
        for (int j = 0; j < m; j++)
            out[0][j] = t[(n - 1) % 2][j];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {40, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * m, 1), *out = data_f64(n * m, 2);
        smooth(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
