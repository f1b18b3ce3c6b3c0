// polycc: --at n=9,m=6
// bytes: 432 -> 96
// expect: contracted rows
/* A region whose temporary shrinks to two rows, and in it a statement with a memory space of its own: what is
   transferred is a row of the smaller array. */
#include "bits.h"
#include "each_size.h"

static void blur(int n, int m, double in[restrict n][m], double out[restrict n][m])
{
    /* polycc: rows[i][j] -> rows[i % 2][j]; 2 * m cells instead of n * m */
    double rows[2][m];
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            rows[i % 2][j] = 2 * in[i][j];
        if (i > 0)
            /* polycc: what follows runs in a memory space of its own */
            {
                const int m_local = m, i_local = i;
                double (*out_local)[m] = malloc(sizeof(double) * m);
                double (*rows_local)[m] = malloc(sizeof(double) * 2 * m);
                const long out_offset = i;
                if (!out_local || !rows_local)
                    abort();
                memcpy(rows_local, rows, sizeof(double) * 2 * m);
                for (int j = 0; j < m_local; j++)
                    out_local[i_local - out_offset][j] = rows_local[(i_local - 1) % 2][j] + rows_local[i_local % 2][j];
                memcpy(&out[i], out_local, sizeof(double) * m);
                free(rows_local);
                free(out_local);
            }
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
