// polycc: --parallel
/* A pragma more moves what `__LINE__` stands for, which the program hands to others. */
#include "bits.h"

static void ramp(double *restrict x, int n)
{
    #pragma omp parallel for if(n > 100000)
    for (int i = 0; i < n; i++)
        x[i] = i * 0.5;
    if (n > 5)
        fprintf( stderr , "%d: %d values, %s\n", 10, n, 10 > 1000 ? "far down" : "near");
    #pragma omp parallel for if(n > 50000)
    for (int i = 0; i < n; i++)
        x[i] += i * 0.25;
}

int main(void)
{
    for (int n = 0; n < 12; n += 3) {
        double *x = data_f64(n, 3);
        ramp(x, n);
        show("x", x, n, sizeof *x);
        free(x);
    }
    return 0;
}
