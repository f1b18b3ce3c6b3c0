// polycc: --parallel
/* A pragma more moves lines; the preprocessor writes their numbers around macros of headers, in the middle of a call, too. */
#include "bits.h"
#include <float.h>

static void neighbours(int32_t n, double *restrict a, const double *restrict b)
{
    #pragma omp parallel for if(n > 30000)
    for (int i = 1; i < n - 1; i++)
        a[i] = b[i - 1] + b[i + 1];
    if (n > 2)
        printf("inner cells: %" PRId32 ", of %" PRId64 "\n", n - 2, (int64_t)n);
    if (n > 0) {
        a[n - 1] = (DBL_EPSILON);
        a[0] = a[n - 1];
    }
}

int main(void)
{
    for (int32_t n = 0; n < 9; n++) {
        double *a = data_f64(n, 3), *b = data_f64(n, 5);
        neighbours(n, a, b);
        show("a", a, n, sizeof *a);
        free(a);
        free(b);
    }
    return 0;
}
