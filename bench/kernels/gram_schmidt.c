/* A = Q R with orthonormal columns of Q: each column in turn is made a unit and taken out of those that follow (modified Gram-Schmidt). */
#include "kernel.h"
#include <math.h>

static void orthogonalise(int m, int n, double a[restrict m][n], double q[restrict m][n], double r[restrict n][n])
{
    for (int k = 0; k < n; k++) {
        double squares = 0;
        for (int i = 0; i < m; i++)
            squares += a[i][k] * a[i][k];
        r[k][k] = sqrt(squares);
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] -= q[i][k] * r[k][j];
        }
    }
}

int main(int argc, char **argv)
{
    int m = size_or(600, argc, argv, 1), n = size_or(500, argc, argv, 2);
    double (*a)[n] = doubles((size_t)m * n, 1), (*q)[n] = doubles((size_t)m * n, 2);
    double (*r)[n] = doubles((size_t)n * n, 3);
    double start = now();
    orthogonalise(m, n, a, q, r);
    spent_since(start);
    show_doubles("q", q, (size_t)m * n);
    show_doubles("r", r, (size_t)n * n);
    return 0;
}
