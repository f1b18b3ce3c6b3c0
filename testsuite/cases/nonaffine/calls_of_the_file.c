// expect: contracted t
/* What a function of the file writes is known by its type: it may be cells that nobody else counts on, and no bound. */
#include "bits.h"

static int limit = 7;

static void put(double *a, int i, double v)
{
    a[i] += v;
}

static void exchange(double *x, double *y)
{
    double old = *x;
    *x = *y;
    *y = old;
}

static void lower(int *value)
{
    *value -= 1;
}

static void rows(int n, int m, const double *x, double *y)
{
    double t[n + 1][m];
    double first = 1.0, second = 2.0;
    for (int j = 0; j < m; j++)
        t[0][j] = 0.25;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[i + 1][j] = x[i * m + j] - 0.5 * t[i][m - 1 - j];
        exchange(&first, &second);
        for (int j = 0; j < m; j++)
            first += t[i + 1][j];
        put(y, (i * 3) % n, first);
    }
}

static int until(int *left)
{
    int steps = 0;
    for (int i = 0; i < limit; i++) {
        lower(left);
        steps++;
    }
    return steps;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 16, 70};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = 1 + sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        double *x = data_f64((long)n * m, 3), *y = data_f64(n, 4);
        rows(n, m, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    int steps = until(&limit);
    show("steps", &steps, 1, sizeof steps);
    return 0;
}
