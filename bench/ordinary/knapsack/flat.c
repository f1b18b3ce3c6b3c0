/* The most valuable load of a knapsack. */
#include "program.h"

static int knapsack(const int *weight, const int *value, int n, int capacity)
{
    int columns = capacity + 1;
    int *best = malloc((n + 1) * columns * sizeof(int));
    int result;
    for (int c = 0; c <= capacity; c++)
        best[c] = 0;
    for (int i = 1; i <= n; i++)
        for (int c = 0; c <= capacity; c++) {
            int without = best[(i - 1) * columns + c];
            int with = weight[i - 1] <= c ? best[(i - 1) * columns + c - weight[i - 1]] + value[i - 1] : 0;
            best[i * columns + c] = with > without ? with : without;
        }
    result = best[n * columns + capacity];
    free(best);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), capacity = size(argc, argv, 2);
    int *weight = ints(n, 1, 90), *value = ints(n, 2, 1000);
    printf("%d\n", knapsack(weight, value, n, capacity));
    free(weight);
    free(value);
    return 0;
}
