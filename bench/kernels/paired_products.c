/* q = A p and s = A^T r, the two products of a step of biconjugate gradients, some times over. */
#include "kernel.h"

static void apply(int m, int n, double *restrict a, double *restrict p, double *restrict r, double *restrict q,
                  double *restrict s)
{
    for (int i = 0; i < m; i++) {
        q[i] = 0;
        for (int j = 0; j < n; j++)
            q[i] += a[i * n + j] * p[j];
    }
    for (int j = 0; j < n; j++) {
        s[j] = 0;
        for (int i = 0; i < m; i++)
            s[j] += a[i * n + j] * r[i];
    }
}

int main(int argc, char **argv)
{
    int m = size_or(1100, argc, argv, 1), n = size_or(1300, argc, argv, 2), times = size_or(100, argc, argv, 3);
    double *a = doubles((size_t)m * n, 1), *p = doubles(n, 2), *r = doubles(m, 3), *q = doubles(m, 4);
    double *s = doubles(n, 5);
    double start = now();
    for (int t = 0; t < times; t++)
        apply(m, n, a, p, r, q, s);
    spent_since(start);
    show_doubles("q", q, m);
    show_doubles("s", s, n);
    free(a);
    free(p);
    free(r);
    free(q);
    free(s);
    return 0;
}
