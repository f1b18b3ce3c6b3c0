// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* The region sits in the middle of ordinary code: a loop with break around it, a switch, early
   returns, a string that looks like a pragma. */
#include "bits.h"

static const char *const text = "\n#pragma scop\n";

static double descend(int n, double *x)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
    double total = 0.0;
    switch (n) {
    case 0:
    case 1:
        return x[0];
    default:
        break;
    }
    while (1) {
#pragma scop
        for (int i = 0; i < n; i++) {
            t = x[i] * 0.5;
            x[i] = t - x[i] * t;
        }
#pragma endscop
        total += x[n - 1];
        if (total > 0.5 || total < 0.5)
            break;
    }
    return total + descend(n - 1, x);
}

int main(void)
{
    double *x = data_f64(9, 125), result = descend(9, x);
    printf("%d\n", (int)strlen(text));
    show("result", &result, 1, sizeof result);
    show("x", x, 9, sizeof *x);
    free(x);
    return 0;
}
