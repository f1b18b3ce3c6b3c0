// polycc: --transfer-reuse --at n=20
/* Two statements in a row, with host work between them: what the first leaves is there already for the second, and `b`
   comes back once. */
#include "bits.h"

static int steps;

static void both(int n, double a[restrict n], double b[restrict n], double c[restrict n])
{
    /* polycc: what is copied here stays for all of the block */
    {
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        double *b_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local || !b_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n;
            for (int i = 0; i < n_local; i++)
                b_local[i] = 2 * a_local[i];
        }
        steps = steps + 1;
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n;
            double *c_local = malloc(n >= 1 ? sizeof(double) * n : 1);
            if (!c_local)
                abort();
            for (int i = 0; i < n_local; i++) {
                b_local[i] = b_local[i] + 1;
                c_local[i] = b_local[i] - a_local[i];
            }
            if (n >= 1)
                memcpy(c, c_local, sizeof(double) * n);
            free(c_local);
        }
        if (n >= 1)
            memcpy(b, b_local, sizeof(double) * n);
        free(b_local);
        free(a_local);
    }
}

int main(void)
{
    for (int n = 0; n < 10; n += n < 3 ? 1 : 2) {
        double *a = data_f64(n, 1), *b = data_f64(n, 2), *c = data_f64(n, 3);
        both(n, a, b, c);
        show("b", b, n, sizeof *b);
        show("c", c, n, sizeof *c);
        free(a);
        free(b);
        free(c);
    }
    show("steps", &steps, 1, sizeof steps);
    return 0;
}
