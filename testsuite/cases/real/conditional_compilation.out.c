// polycc: -DWIDE -D SCALE=3 -U NARROW --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* The command line decides what is compiled; branches that are not taken stay in the output
   where they are outside the region. */
#include "bits.h"

#ifdef WIDE
typedef double value;
#define DATA data_f64
#else
typedef float value;
#define DATA data_f32
#endif

#ifndef SCALE
#error "SCALE comes from the command line"
#endif

static void scale(int n, const value *x, value *y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    value t = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
#ifdef NARROW
        t[i] = x[i] / SCALE;
#else
        t = x[i] * SCALE;
#endif
        y[i] = t + x[i];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        value *x = DATA(n, 109), *y = DATA(n, 110);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
#if defined(WIDE) && !defined(NARROW)
    puts("wide");
#endif
    return 0;
}
