// polycc: --tile=4 --at n=9
/* Statements without tiles, each with a note that says why, and a loop that values flow back along, so that its tiles
   have all of its inner loop. */
#include "bits.h"
#include "each_size.h"

static void sweep(int n, double a[restrict n][n], double b[restrict n], double c[n], double d[n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *b_local = malloc(sizeof(double) * n);
        double (*a_local)[1] = malloc(sizeof(double) * n);
        if (!b_local || !a_local)
            abort();
        for (long row = 0; row < n; row++)
            memcpy(a_local[row], a[row], sizeof(double));
        {
            for (int i = 0; i < n_local; i++)
                b_local[i] = a_local[i][0];
            for (int i = 1; i < n_local; i++)
                b_local[i] += b_local[i - 1];
        }
        memcpy(b, b_local, sizeof(double) * n);
        free(a_local);
        free(b_local);
    }
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *c_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        double *d_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!c_local || !d_local)
            abort();
        if (n >= 1)
            memcpy(d_local, d, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            c_local[i] = 2 * d_local[i];
        if (n >= 1)
            memcpy(c, c_local, sizeof(double) * n);
        free(d_local);
        free(c_local);
    }
    if (n >= 2)
        for (long t = 0; t < (long)n; t += 4) {
            /* polycc: what follows runs in a memory space of its own */
            {
                const int n_local = n;
                const long t_local = t;
                const long a_extent = n >= 4 && t == 0 ? 4 : (5 < (n < n - t + 1 ? n : n - t + 1) ? 5 : (n < n - t + 1 ? n : n - t + 1));
                const long a_extent1 = n >= 4 && t == 0 ? 3 : (4 < (n - 1 < n - t ? n - 1 : n - t) ? 4 : (n - 1 < n - t ? n - 1 : n - t));
                double (*a_local)[n] = malloc(sizeof(double) * a_extent * n);
                const long a_offset = 0 > t - 1 ? 0 : t - 1;
                if (!a_local)
                    abort();
                memcpy(a_local, &a[0 > t - 1 ? 0 : t - 1], sizeof(double) * a_extent * n);
                for (int i = 1 > t_local ? 1 : t_local; i < n_local && i <= t_local + 3; i++)
                    for (int j = 0; j < n_local - 1; j++)
                        a_local[i - a_offset][j] = 0.5 * (a_local[i - 1 - a_offset][j + 1] + a_local[i - a_offset][j]);
                for (long row = 0; row < a_extent1; row++)
                    memcpy(a[(1 > t ? 1 : t) + row], a_local[(1 > t ? 1 : t) + row - (0 > t - 1 ? 0 : t - 1)], sizeof(double) * (n - 1));
                free(a_local);
            }
        } // along diagonals
}

int main(void)
{
    each_width(n) {
        double *a = data_f64(n * n, 1), *b = data_f64(n, 2), *c = data_f64(n, 3), *d = data_f64(n, 4);
        sweep(n, (double(*)[n])a, b, c, d);
        show("a", a, n * n, sizeof *a);
        show("b", b, n, sizeof *b);
        show("c", c, n, sizeof *c);
        free(a);
        free(b);
        free(c);
        free(d);
    }
    return 0;
}
