// polycc: --at n=8,m=9,p=7,ii=4,jj=3,kk=2,b=3
/* One tile of a matrix product in each iteration of the loops around: three rectangles, by rows. */
#include "bits.h"
#include "each_size.h"

#define MIN(x, y) ((x) < (y) ? (x) : (y))

static void multiply(int n, int m, int p, int b, float c[restrict n][p], float x[restrict n][m],
                     float y[restrict m][p])
{
    for (int ii = 0; ii < n; ii += b)
        for (int jj = 0; jj < p; jj += b)
            for (int kk = 0; kk < m; kk += b)
                /* polycc: what follows runs in a memory space of its own */
                {
                    const int ii_local = ii, b_local = b, n_local = n, jj_local = jj, p_local = p, kk_local = kk, m_local = m;
                    const int has_cells = b >= 1 && ii >= 0 && jj >= 0 && kk >= 0;
                    const long c_extent = b < n - ii ? b : n - ii;
                    const long c_extent1 = b < p - jj ? b : p - jj;
                    const long x_extent = b < m - kk ? b : m - kk;
                    float (*c_local)[has_cells ? c_extent1 : 1] = malloc(has_cells ? sizeof(float) * c_extent * c_extent1 : 1);
                    float (*x_local)[has_cells ? x_extent : 1] = malloc(has_cells ? sizeof(float) * c_extent * x_extent : 1);
                    float (*y_local)[has_cells ? c_extent1 : 1] = malloc(has_cells ? sizeof(float) * x_extent * c_extent1 : 1);
                    const long c_offset = ii;
                    const long c_offset1 = jj;
                    const long x_offset = ii;
                    const long x_offset1 = kk;
                    const long y_offset = kk;
                    const long y_offset1 = jj;
                    if (!c_local || !x_local || !y_local)
                        abort();
                    if (has_cells)
                        for (long row = 0; row < c_extent; row++)
                            memcpy(c_local[row], &c[ii + row][jj], sizeof(float) * c_extent1);
                    if (has_cells)
                        for (long row = 0; row < c_extent; row++)
                            memcpy(x_local[row], &x[ii + row][kk], sizeof(float) * x_extent);
                    if (has_cells)
                        for (long row = 0; row < x_extent; row++)
                            memcpy(y_local[row], &y[kk + row][jj], sizeof(float) * c_extent1);
                    for (int i = ii_local; i < ((ii_local + b_local) < (n_local) ? (ii_local + b_local) : (n_local)); i++)
                        for (int j = jj_local; j < ((jj_local + b_local) < (p_local) ? (jj_local + b_local) : (p_local)); j++)
                            for (int k = kk_local; k < ((kk_local + b_local) < (m_local) ? (kk_local + b_local) : (m_local)); k++)
                                c_local[i - c_offset][j - c_offset1] += x_local[i - x_offset][k - x_offset1] * y_local[k - y_offset][j - y_offset1];
                    if (has_cells)
                        for (long row = 0; row < c_extent; row++)
                            memcpy(&c[ii + row][jj], c_local[row], sizeof(float) * c_extent1);
                    free(y_local);
                    free(x_local);
                    free(c_local);
                }
}

int main(void)
{
    each_size(n) each_width(m) each_width(p) each_width(b) {
        float *x = data_f32(n * m, 1), *y = data_f32(m * p, 2), *c = data_f32(n * p, 3);
        multiply(n, m, p, b, (float(*)[p])c, (float(*)[m])x, (float(*)[p])y);
        show("c", c, n * p, sizeof *c);
        free(x);
        free(y);
        free(c);
    }
    return 0;
}
