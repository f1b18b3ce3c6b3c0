// polycc: --tile=2 --transfer-reuse --at n=8,m=8,p=8,t=0,t1=0
/* A matrix product in tiles: with sides of t, n * n * n / t elements of each factor go in, and n * n of the result both
   ways, since its tile stays for all tiles along k. */
#include "bits.h"
#include "each_size.h"

static void multiply(int n, int m, int p, double c[restrict n][p], double a[restrict n][m], double b[restrict m][p])
{
    for (long t = 0; t < (long)n; t += 2)
        for (long t1 = 0; t1 < (long)p; t1 += 2)
            /* polycc: what is copied here stays for all of the block */
            {
                const long c_extent = t + 1 == n ? 1 : 2;
                const long c_extent1 = t1 + 1 == p ? 1 : 2;
                double (*c_local)[c_extent1] = malloc(sizeof(double) * c_extent * c_extent1);
                const long c_offset = t;
                const long c_offset1 = t1;
                if (!c_local)
                    abort();
                for (long row = 0; row < c_extent; row++)
                    memcpy(c_local[row], &c[t + row][t1], sizeof(double) * c_extent1);
                for (long t2 = 0; t2 < (long)m; t2 += 2) {
                    /* polycc: what follows runs in a memory space of its own */
                    {
                        const int n_local = n, p_local = p, m_local = m;
                        const long t_local = t, t1_local = t1, t2_local = t2;
                        const long a_extent = t + 1 == n ? 1 : 2;
                        const long a_extent1 = t2 + 1 == m ? 1 : 2;
                        const long b_extent = t1 + 1 == p ? 1 : 2;
                        double (*a_local)[a_extent1] = malloc(sizeof(double) * a_extent * a_extent1);
                        double (*b_local)[b_extent] = malloc(sizeof(double) * a_extent1 * b_extent);
                        const long a_offset = t;
                        const long a_offset1 = t2;
                        const long b_offset = t2;
                        const long b_offset1 = t1;
                        if (!a_local || !b_local)
                            abort();
                        for (long row1 = 0; row1 < a_extent; row1++)
                            memcpy(a_local[row1], &a[t + row1][t2], sizeof(double) * a_extent1);
                        for (long row1 = 0; row1 < a_extent1; row1++)
                            memcpy(b_local[row1], &b[t2 + row1][t1], sizeof(double) * b_extent);
                        for (int i = t_local; i < n_local && i <= t_local + 1; i++)
                            for (int j = t1_local; j < p_local && j <= t1_local + 1; j++)
                                for (int k = t2_local; k <= (m_local - 1 < t2_local + 1 ? m_local - 1 : t2_local + 1); k++)
                                    c_local[i - c_offset][j - c_offset1] += a_local[i - a_offset][k - a_offset1] * b_local[k - b_offset][j - b_offset1];
                        free(b_local);
                        free(a_local);
                    }
                }
                for (long row = 0; row < c_extent; row++)
                    memcpy(&c[t + row][t1], c_local[row], sizeof(double) * c_extent1);
                free(c_local);
            }
}

int main(void)
{
    each_size(n) each_width(m) each_width(p) {
        double *a = data_f64(n * m, 1), *b = data_f64(m * p, 2), *c = data_f64(n * p, 3);
        multiply(n, m, p, (double(*)[p])c, (double(*)[m])a, (double(*)[p])b);
        show("c", c, n * p, sizeof *c);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}
