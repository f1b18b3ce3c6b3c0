// expect: unchanged
// says: branch_reads_after_write.c:14:
// says: after it wrote
/* A branch that depends on data writes one array, then reads another: in the model instances read before they write. */
#include "bits.h"

static void compute(int n, const double *restrict x, double *restrict y)
{
    double s[n + 1], t[n + 1];
#pragma scop
    for (int i = 0; i < n; i++) {
        if (x[i] > 0.0) {
            s[i] = x[i];
            t[i] = i > 0 ? s[i - 1] : 0;
        } else {
            s[i] = 0;
            t[i] = 1;
        }
        y[i] = s[i] - t[i];
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
