// polycc: --at n=6,m=7
/* Calls of calls, with rows and with numbers; the clones get the lengths of rows, too. */
#include "bits.h"
#include "each_size.h"

#define HALF(x) ((x) / 2)

static void scale(int m, double row[m], double by)
{
    for (int j = 1; j < m; j++)
        row[j] = HALF(row[j] * by) + row[j - 1];
}

static void shear(int from, int n, int m, double a[n][m], double b[n][m], double by)
{
    for (int i = from; i < n; i++)
        scale(m, a[i], by);
    for (int i = from; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] += a[i - 1][j];
}

static void twice(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    double by = 0.75;
#pragma polycc isolate
    {
        shear(2, n, m, a, b, by);
        scale(m, b[1], 2 * by);
    }
#pragma polycc isolate
    scale(m, a[0], by);
}

int main(void)
{
    each_width(n) each_width(m) {
        if (n < 2)
            continue;
        double *a = data_f64(n * m, 1), *b = data_f64(n * m, 2);
        twice(n, m, (double(*)[m])a, (double(*)[m])b);
        show("a", a, n * m, sizeof *a);
        show("b", b, n * m, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
