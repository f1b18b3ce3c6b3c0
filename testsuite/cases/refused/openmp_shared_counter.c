// expect: unchanged
// says: openmp_shared_counter.c:14:
// says: `j` counts a loop in each thread, but the threads share it
// says: declare it in the loop
/* The usual slip: only the counter of the outer loop is private by itself. */
#include "bits.h"

static void compute(int n, int m, double x[n][m], double y[n])
{
    int i, j;
#pragma scop
#pragma omp parallel for
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            y[i] += x[i][j];
#pragma endscop
}

int main(void)
{
    double *x = data_f64(24, 1), *y = data_f64(8, 2);
    compute(8, 3, (double (*)[3])x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
