// polycc: --at n=6,m=10
// bytes: 80 -> 16
// expect: contracted row
/* Rows are shared among threads; each iteration has a row of its own, of which two cells are alive. */
#include "bits.h"

static void smooth(int n, int m, double in[n][m], double out[n][m])
{
    int i;
#pragma scop
#pragma omp parallel for schedule(static, 1) if(n > 2)
    for (i = 0; i < n; i++) {
        double row[m];
        for (int j = 0; j < m; j++) {
            row[j] = 0.5 * in[i][j];
            out[i][j] = j > 0 ? row[j] + row[j - 1] : row[j];
        }
    }
#pragma endscop
}

int main(void)
{
    for (int n = 0; n < 6; n++)
        for (int m = 1; m < 6; m++) {
            double *in = data_f64((long)n * m, 1), *out = data_f64((long)n * m, 2);
            smooth(n, m, (double (*)[m])in, (double (*)[m])out);
            show("out", out, (long)n * m, sizeof *out);
            free(in);
            free(out);
        }
    return 0;
}
