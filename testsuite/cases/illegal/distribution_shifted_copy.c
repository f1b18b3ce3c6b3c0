// status: 1
/* Each iteration replaces one cell and saves the next. Distributed, all cells are replaced before the first is
   saved.
   legal: { S0[i] -> [1, i]; S1[i] -> [0, i] } */
#include "bits.h"
#include "size.h"

static void save(int n, const double *restrict fresh, double *restrict a, double *restrict saved)
{
#pragma polycc schedule { S0[i] -> [0, i]; S1[i] -> [1, i] }
#pragma scop
    for (int i = 0; i < n - 1; i++) {
S0:     a[i] = 4.0 * fresh[i];
S1:     saved[i] = a[i + 1];
    }
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *fresh = data_f64(n, 19), *a = data_f64(n, 20), *saved = data_f64(n, 21);
    save(n, fresh, a, saved);
    show("a", a, n, sizeof *a);
    show("saved", saved, n, sizeof *saved);
    free(fresh);
    free(a);
    free(saved);
    return 0;
}
