// polycc: --optimize none --at n=20
// bytes: 800 -> 40
// expect: scalarized t
// expect: contracted wide
/* Declarations between loops and in them: sizes, arrays, indices. */
#include "bits.h"

static double widen(int n, const double *x, double *y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0, best = 0.0;
    for (int i = 0; i < n; i++) {
        t = 2.0 * x[i];
        y[i] = t;
    }
    const int w = 2 * n;
    /* polycc: wide[i][j] -> wide[i % 2][j]; 4 cells instead of (2 * n) * 2 */
    double wide[2][2];
    int last = w - 1;
    for (int i = 0; i <= last; i++) {
        const int half = i / 2;
        wide[i % 2][0] = y[half];
        wide[i % 2][1] = i > 0 ? wide[(i - 1) % 2][0] : 0.0;
        y[half] = wide[i % 2][0] + wide[i % 2][1];
    }
    double worst = best;
    for (int i = 0; i < n; i++) {
        best = y[i] > best ? y[i] : best;
        worst = y[i] < worst ? y[i] : worst;
    }
    return best - worst;
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 221), *y = data_f64(n, 222), range;
        range = widen(n, x, y);
        show("y", y, n, sizeof *y);
        show("range", &range, 1, sizeof range);
        free(x);
        free(y);
    }
    return 0;
}
