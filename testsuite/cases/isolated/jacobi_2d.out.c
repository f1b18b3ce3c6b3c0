// polycc: --at n=8,m=10
/* Two statements of a time step, each in a memory space of its own, in the loop over time; the interior comes
   back without the border. */
#include "bits.h"
#include "each_size.h"

static void smooth(int steps, int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    for (int t = 0; t < steps; t++) {
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n, m_local = m;
            double (*b_local)[n >= 3 && m >= 3 ? m - 2 : 1] = malloc(n >= 3 && m >= 3 ? sizeof(double) * (n - 2) * (m - 2) : 1);
            double (*a_local)[n >= 3 && m >= 3 ? m : 1] = malloc(n >= 3 && m >= 3 ? sizeof(double) * n * m : 1);
            if (!b_local || !a_local)
                abort();
            if (n >= 3 && m >= 3)
                memcpy(a_local, a, sizeof(double) * n * m);
            for (int i = 1; i < n_local - 1; i++)
                for (int j = 1; j < m_local - 1; j++)
                    b_local[i - 1][j - 1] = 0.2 * (a_local[i][j] + a_local[i - 1][j] + a_local[i + 1][j] + a_local[i][j - 1] + a_local[i][j + 1]);
            if (n >= 3 && m >= 3)
                for (long row = 0; row < n - 2; row++)
                    memcpy(&b[row + 1][1], b_local[row], sizeof(double) * (m - 2));
            free(a_local);
            free(b_local);
        }
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n, m_local = m;
            double (*a_local)[n >= 3 && m >= 3 ? m - 2 : 1] = malloc(n >= 3 && m >= 3 ? sizeof(double) * (n - 2) * (m - 2) : 1);
            double (*b_local)[n >= 3 && m >= 3 ? m - 2 : 1] = malloc(n >= 3 && m >= 3 ? sizeof(double) * (n - 2) * (m - 2) : 1);
            if (!a_local || !b_local)
                abort();
            if (n >= 3 && m >= 3)
                for (long row = 0; row < n - 2; row++)
                    memcpy(b_local[row], &b[row + 1][1], sizeof(double) * (m - 2));
            for (int i = 1; i < n_local - 1; i++)
                for (int j = 1; j < m_local - 1; j++)
                    a_local[i - 1][j - 1] = b_local[i - 1][j - 1];
            if (n >= 3 && m >= 3)
                for (long row = 0; row < n - 2; row++)
                    memcpy(&a[row + 1][1], a_local[row], sizeof(double) * (m - 2));
            free(b_local);
            free(a_local);
        }
    }
}

int main(void)
{
    each_size(n) each_width(m) {
        double *a = data_f64(n * m, 1), *b = data_f64(n * m, 2);
        smooth(3, n, m, (double(*)[m])a, (double(*)[m])b);
        show("a", a, n * m, sizeof *a);
        show("b", b, n * m, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
