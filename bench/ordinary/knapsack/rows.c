/* The most valuable load of a knapsack. */
#include "program.h"

static int knapsack(int n, int capacity, const int weight[restrict n], const int value[restrict n])
{
    int (*best)[capacity + 1] = malloc(sizeof(int[n + 1][capacity + 1]));
    for (int c = 0; c <= capacity; c++)
        best[0][c] = 0;
    for (int i = 1; i <= n; i++)
        for (int c = 0; c <= capacity; c++) {
            best[i][c] = best[i - 1][c];
            if (weight[i - 1] <= c && best[i - 1][c - weight[i - 1]] + value[i - 1] > best[i][c])
                best[i][c] = best[i - 1][c - weight[i - 1]] + value[i - 1];
        }
    int result = best[n][capacity];
    free(best);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), capacity = size(argc, argv, 2);
    int *weight = ints(n, 1, 90), *value = ints(n, 2, 1000);
    printf("%d\n", knapsack(n, capacity, weight, value));
    free(weight);
    free(value);
    return 0;
}
