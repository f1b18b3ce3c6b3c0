// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* What compilers accept beyond the standard, outside of the region. */
#include <assert.h>
#include "bits.h"

static_assert(sizeof(int) == 4, "int has 32 bits");

__extension__ typedef __int128 wide;

struct __attribute__((packed)) record {
    char tag;
    int value;
};

static wide multiply(long a, long b)
{
    return (wide)a * b;
}

static void scale(int n, const double *x, double *y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = 0.5 * x[i];
        y[i] = t * t;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    printf("%d %d\n", (int)sizeof(struct record), (int)(multiply(1L << 40, 1L << 40) >> 79));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 119), *y = data_f64(n, 120);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
