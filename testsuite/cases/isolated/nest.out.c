// polycc: --transfer-reuse --at n=20,rounds=3,steps=5
/* What two loops around the statement don't change goes in once and comes back once; the one in between changes `f`. */
#include "bits.h"

static void relax(int rounds, int steps, int n, double a[restrict n], const double w[restrict n],
                  double f[restrict rounds])
{
    /* polycc: what is copied here stays for all of the block */
    {
        const int has_cells = rounds >= 1 && steps >= 1 && n >= 3;
        double *a_local = malloc(has_cells ? sizeof(double) * n : 1);
        double *w_local = malloc(has_cells ? sizeof(double) * (n - 2) : 1);
        if (!a_local || !w_local)
            abort();
        if (has_cells)
            memcpy(a_local, a, sizeof(double) * n);
        if (has_cells)
            memcpy(w_local, &w[1], sizeof(double) * (n - 2));
        for (int r = 0; r < rounds; r++) {
            f[r] = f[r] * 0.5;
            /* polycc: what is copied here stays for all of the block */
            {
                const int has_cells1 = steps >= 1 && n >= 3 && rounds >= r + 1;
                double f_local[1];
                const long f_offset = r;
                if (has_cells1)
                    memcpy(f_local, &f[r], sizeof(double));
                for (int s = 0; s < steps; s++) {
                    /* polycc: what follows runs in a memory space of its own */
                    {
                        const int n_local = n, r_local = r;
                        for (int i = 1; i < n_local - 1; i++)
                            a_local[i] = w_local[i - 1] * (a_local[i - 1] + a_local[i + 1]) + f_local[r_local - f_offset];
                    }
                }
            }
        }
        if (has_cells)
            memcpy(&a[1], &a_local[1], sizeof(double) * (n - 2));
        free(w_local);
        free(a_local);
    }
}

int main(void)
{
    for (int n = 0; n < 9; n += n < 3 ? 1 : 2)
        for (int rounds = 0; rounds < 3; rounds++) {
            double *a = data_f64(n, 1), *w = data_f64(n, 2), *f = data_f64(rounds, 3);
            relax(rounds, 1 + n / 2, n, a, w, f);
            show("a", a, n, sizeof *a);
            show("f", f, rounds, sizeof *f);
            free(a);
            free(w);
            free(f);
        }
    return 0;
}
