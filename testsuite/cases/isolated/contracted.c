// polycc: --at n=9,m=6
// bytes: 432 -> 96
// expect: contracted rows
/* A region whose temporary shrinks to two rows, and in it a statement with a memory space of its own: what is
   transferred is a row of the smaller array. */
#include "bits.h"
#include "each_size.h"

static void blur(int n, int m, double in[restrict n][m], double out[restrict n][m])
{
    double rows[n][m];
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            rows[i][j] = 2 * in[i][j];
        if (i > 0)
#pragma polycc isolate
            for (int j = 0; j < m; j++)
                out[i][j] = rows[i - 1][j] + rows[i][j];
    }
#pragma endscop
}

int main(void)
{
    each_width(n) each_width(m) {
        double *in = data_f64(n * m, 1), *out = data_f64(n * m, 2);
        blur(n, m, (double(*)[m])in, (double(*)[m])out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
