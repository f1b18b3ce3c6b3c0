// polycc: --parallel --at n=10
/* No n has a cell of `rows` read, so no values are alive together; but one cell for all of them would be written by all threads at once. */
#include "bits.h"

static double last(int n, int m, const double *restrict x, const double *restrict y)
{
    double rows[n + 6][n + 6];
    double found = 0.0;
#pragma scop
    for (int i = 0; i < n + 6; i++)
        for (int j = 0; j < n + 6; j++)
            rows[i][j] = 0.5 * x[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            found = 0.5 * y[j];
    for (int i = n + 6; i < n + 6; i++)
        found = rows[i][0];
#pragma endscop
    return found;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 11};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n + 6, 3), *y = data_f64(n + 1, 4);
        double found = last(n, n + 1, x, y);
        show("found", &found, 1, sizeof found);
        free(x);
        free(y);
    }
    return 0;
}
