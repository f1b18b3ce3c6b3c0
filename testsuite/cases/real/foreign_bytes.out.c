// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* Bytes that are not UTF-8 (a name in Latin-1: Müller), UTF-8 (grÃ¶ÃŸer), no newline at the end. */
#include "bits.h"

static void scale(int n, const double *x, double *y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0; /* été */
    puts("grÃ¶ÃŸer");
#pragma scop
    for (int i = 0; i < n; i++) {
        t = 0.5 * x[i]; /* halbe Größe */
        y[i] = t * t;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 121), *y = data_f64(n, 122);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}