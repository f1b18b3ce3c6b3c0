// polycc: --at n=10
// bytes: 4400 -> 800
// expect: contracted d
/* All shortest paths, one matrix per intermediate node. Row and column k are read by the whole
   next step: two matrices. */
#include "bits.h"

static void shortest(int n, int weight[n][n])
{
    /* polycc: d[i][j][k] -> d[i % 2][j][k]; 2 * n * n cells instead of (n + 1) * n * n */
    int (*d)[n][n] = malloc(sizeof(int[2][n][n]));
    if (d == NULL)
        return;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[0][i][j] = weight[i][j];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[(k + 1) % 2][i][j] = d[k % 2][i][k] + d[k % 2][k][j] < d[k % 2][i][j] ? d[k % 2][i][k] + d[k % 2][k][j]
                                                                      : d[k % 2][i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            weight[i][j] = d[n % 2][i][j];
#pragma endscop
    free(d);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 6, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *weight = data_i32(n * n, 71, 100);
        shortest(n, (void *)weight);
        show("weight", weight, n * n, sizeof *weight);
        free(weight);
    }
    return 0;
}
