// polycc: --parallel --scops auto --optimize speed
/* A variable that all iterations write and nobody reads is each thread's own, or the loop stays as it is. */
#include "bits.h"

static void split(int n, const int *restrict x, int *restrict low, int *restrict high)
{
    int rest;
    for (int i = 0; i < n; i++) {
        low[i] = x[i] & 1023;
        rest = x[i];
        high[i] = x[i] >> 10;
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 500};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *x = data_i32(n, 7, 1 << 20), *low = data_i32(n, 8, 2), *high = data_i32(n, 9, 2);
        split(n, x, low, high);
        show("low", low, n, sizeof *low);
        show("high", high, n, sizeof *high);
        free(x);
        free(low);
        free(high);
    }
    return 0;
}
