// status: 1
// says: with another order `i` would end with another value
/* A new order can't leave the counters with the values that the user's loops leave. */
#include "bits.h"

static int last_values(int n, const double *x, double *y)
{
    double t[n];
    int i = -1, j = -1;
#pragma scop
#pragma polycc schedule { S0[i] -> [i,0,0]; S1[i,j] -> [i,1,-j] }
    for (i = 0; i < n; i += 2) {
        t[i] = x[i] + 1.0;
        for (j = i; j >= 0; j--)
            y[i] += t[i] * x[j];
    }
#pragma endscop
    return 100 * i + j;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 115), *y = data_f64(n, 116);
        printf("%d\n", last_values(n, x, y));
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
