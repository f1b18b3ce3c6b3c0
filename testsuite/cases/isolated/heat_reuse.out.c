// polycc: --transfer-reuse=on --at n=20,steps=5
/* Time steps that run in the same memory space: all goes in before the first step and comes back behind the last. */
#include "bits.h"
#include "each_size.h"

static void heat(int steps, int n, double a[restrict n], double b[restrict n])
{
    /* polycc: what is copied here stays for all of the block */
    {
        double *a_local = malloc(steps >= 1 && n >= 3 ? sizeof(double) * n : 1);
        double *b_local = malloc(steps >= 1 && n >= 3 ? sizeof(double) * (n - 2) : 1);
        if (!a_local || !b_local)
            abort();
        if (steps >= 1 && n >= 3)
            memcpy(a_local, a, sizeof(double) * n);
        for (int t = 0; t < steps; t++)
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n;
            {
                for (int i = 1; i < n_local - 1; i++)
                    b_local[i - 1] = 0.25 * a_local[i - 1] + 0.5 * a_local[i] + 0.25 * a_local[i + 1];
                for (int i = 1; i < n_local - 1; i++)
                    a_local[i] = b_local[i - 1];
            }
        }
        if (steps >= 1 && n >= 3)
            memcpy(&a[1], &a_local[1], sizeof(double) * (n - 2));
        if (steps >= 1 && n >= 3)
            memcpy(&b[1], b_local, sizeof(double) * (n - 2));
        free(b_local);
        free(a_local);
    }
}

int main(void)
{
    each_size(steps) each_size(n) {
        double *a = data_f64(n, 1), *b = data_f64(n, 2);
        heat(steps, n, a, b);
        show("a", a, n, sizeof *a);
        show("b", b, n, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
