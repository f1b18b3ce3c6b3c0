// polycc: --at n=10
// bytes: 4400 -> 800
// expect: contracted d
/* All shortest paths, one matrix per intermediate node. Row and column k are read by the whole
   next step: two matrices. */
#include "bits.h"

static void shortest(int n, int weight[n][n])
{
    int (*d)[n][n] = malloc((n + 1) * sizeof *d);
    if (d == NULL)
        return;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[0][i][j] = weight[i][j];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[k + 1][i][j] = d[k][i][k] + d[k][k][j] < d[k][i][j] ? d[k][i][k] + d[k][k][j]
                                                                      : d[k][i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            weight[i][j] = d[n][i][j];
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
