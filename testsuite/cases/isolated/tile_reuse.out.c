// polycc: --transfer-reuse --at n=8,m=9,p=7,ii=4,jj=4,kk=4
/* A tiled matrix product: the tile of the result is loaded before the first of its tiles and stored behind the last. */
#include "bits.h"
#include "each_size.h"

#define TILE 4
#define MIN(x, y) ((x) < (y) ? (x) : (y))

static void multiply(int n, int m, int p, float c[restrict n][p], float x[restrict n][m], float y[restrict m][p])
{
    for (int ii = 0; ii < n; ii += TILE)
        for (int jj = 0; jj < p; jj += TILE) {
            /* polycc: what is copied here stays for all of the block */
            {
                const long c_extent = 4 < n - ii ? 4 : n - ii;
                const long c_extent1 = 4 < p - jj ? 4 : p - jj;
                float (*c_local)[c_extent1] = malloc(sizeof(float) * c_extent * c_extent1);
                const long c_offset = ii;
                const long c_offset1 = jj;
                if (!c_local)
                    abort();
                for (long row = 0; row < c_extent; row++)
                    memcpy(c_local[row], &c[ii + row][jj], sizeof(float) * c_extent1);
                for (int kk = 0; kk < m; kk += TILE) {
                    /* polycc: what follows runs in a memory space of its own */
                    {
                        const int ii_local = ii, n_local = n, jj_local = jj, p_local = p, kk_local = kk, m_local = m;
                        const long x_extent = 4 < n - ii ? 4 : n - ii;
                        const long x_extent1 = 4 < m - kk ? 4 : m - kk;
                        const long y_extent = 4 < p - jj ? 4 : p - jj;
                        float (*x_local)[x_extent1] = malloc(sizeof(float) * x_extent * x_extent1);
                        float (*y_local)[y_extent] = malloc(sizeof(float) * x_extent1 * y_extent);
                        const long x_offset = ii;
                        const long x_offset1 = kk;
                        const long y_offset = kk;
                        const long y_offset1 = jj;
                        if (!x_local || !y_local)
                            abort();
                        for (long row1 = 0; row1 < x_extent; row1++)
                            memcpy(x_local[row1], &x[ii + row1][kk], sizeof(float) * x_extent1);
                        for (long row1 = 0; row1 < x_extent1; row1++)
                            memcpy(y_local[row1], &y[kk + row1][jj], sizeof(float) * y_extent);
                        for (int i = ii_local; i < ((ii_local + 4) < (n_local) ? (ii_local + 4) : (n_local)); i++)
                            for (int j = jj_local; j < ((jj_local + 4) < (p_local) ? (jj_local + 4) : (p_local)); j++)
                                for (int k = kk_local; k < ((kk_local + 4) < (m_local) ? (kk_local + 4) : (m_local)); k++)
                                    c_local[i - c_offset][j - c_offset1] += x_local[i - x_offset][k - x_offset1] * y_local[k - y_offset][j - y_offset1];
                        free(y_local);
                        free(x_local);
                    }
                }
                for (long row = 0; row < c_extent; row++)
                    memcpy(&c[ii + row][jj], c_local[row], sizeof(float) * c_extent1);
                free(c_local);
            }
        }
}

int main(void)
{
    each_size(n) each_width(m) each_width(p) {
        float *x = data_f32(n * m, 1), *y = data_f32(m * p, 2), *c = data_f32(n * p, 3);
        multiply(n, m, p, (float(*)[p])c, (float(*)[m])x, (float(*)[p])y);
        show("c", c, n * p, sizeof *c);
        free(x);
        free(y);
        free(c);
    }
    return 0;
}
