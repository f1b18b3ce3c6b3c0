// polycc: --optimize none --at n=20
// expect: kept buffer
// expect: kept history
/* A static array of the file may be read by others, one of the function by its next call. */
#include "bits.h"

static double buffer[64];

static double run(int n, const double *x, double *y)
{
    static double history[64];
    for (int i = 0; i < n; i++) {
        buffer[i] = x[i] + 1.0;
        y[i] = buffer[i] * 2.0;
    }
    for (int i = 0; i < n; i++) {
        y[i] += history[i];
        history[i] = y[i];
    }
    return y[0];
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 226), *y = data_f64(n, 227), first;
        first = run(n, x, y);
        show("y", y, n, sizeof *y);
        show("first", &first, 1, sizeof first);
        show("buffer", buffer, 64, sizeof *buffer);
        free(x);
        free(y);
    }
    return 0;
}
