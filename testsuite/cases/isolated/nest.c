// polycc: --transfer-reuse --at n=20,rounds=3,steps=5
/* What two loops around the statement don't change goes in once and comes back once; the one in between changes `f`. */
#include "bits.h"

static void relax(int rounds, int steps, int n, double a[restrict n], const double w[restrict n],
                  double f[restrict rounds])
{
    for (int r = 0; r < rounds; r++) {
        f[r] = f[r] * 0.5;
        for (int s = 0; s < steps; s++) {
#pragma polycc isolate
            for (int i = 1; i < n - 1; i++)
                a[i] = w[i] * (a[i - 1] + a[i + 1]) + f[r];
        }
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
