// polycc: --optimize none --at n=20
// bytes: 320 -> 16
/* Functions in one line, and a region that shares its lines with what is around it. */
#include "bits.h"

static void scale(int n, const double *x, double *y) { double t[n]; for (int i = 0; i < n; i++) { t[i] = 3.0 * x[i]; y[i] = t[i] + x[i]; } }

static int shift(int n, const double *x, double *y)
{
    if (n < 2) return 0; double t[n]; for (int i = 1; i < n; i++) {
        t[i] = x[i - 1];
        y[i] = y[i] + t[i]; } return 1;
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], moved;
        double *x = data_f64(n, 219), *y = data_f64(n, 220);
        scale(n, x, y);
        moved = shift(n, x, y);
        show("y", y, n, sizeof *y);
        show("moved", &moved, 1, sizeof moved);
        free(x);
        free(y);
    }
    return 0;
}
