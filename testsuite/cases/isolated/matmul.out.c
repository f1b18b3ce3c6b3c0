// polycc: --at n=4,m=5,p=6
/* A matrix product: the result is loaded, since it is added to. */
#include "bits.h"
#include "each_size.h"

static void multiply(int n, int m, int p, double c[restrict n][p], double a[restrict n][m], double b[restrict m][p])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n, p_local = p, m_local = m;
        double (*c_local)[n >= 1 ? p : 1] = malloc(n >= 1 ? sizeof(double) * n * p : 1);
        double (*a_local)[n >= 1 ? m : 1] = malloc(n >= 1 ? sizeof(double) * n * m : 1);
        double (*b_local)[n >= 1 ? p : 1] = malloc(n >= 1 ? sizeof(double) * m * p : 1);
        if (!c_local || !a_local || !b_local)
            abort();
        if (n >= 1)
            memcpy(c_local, c, sizeof(double) * n * p);
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n * m);
        if (n >= 1)
            memcpy(b_local, b, sizeof(double) * m * p);
        for (int i = 0; i < n_local; i++)
            for (int j = 0; j < p_local; j++)
                for (int k = 0; k < m_local; k++)
                    c_local[i][j] += a_local[i][k] * b_local[k][j];
        if (n >= 1)
            memcpy(c, c_local, sizeof(double) * n * p);
        free(b_local);
        free(a_local);
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
