/* The fewest multiplications for a chain of matrices, matrix i of side[i] by side[i + 1]: chains by their length. */
#include "kernel.h"

static void order(int n, double side[restrict n + 1], double cost[restrict n][n])
{
    for (int i = 0; i < n; i++)
        cost[i][i] = 0;
    for (int length = 1; length < n; length++)
        for (int i = 0; i < n - length; i++) {
            int j = i + length;
            cost[i][j] = cost[i + 1][j] + side[i] * side[i + 1] * side[j + 1];
            for (int k = i + 1; k < j; k++) {
                double parts = cost[i][k] + cost[k + 1][j] + side[i] * side[k + 1] * side[j + 1];
                if (parts < cost[i][j])
                    cost[i][j] = parts;
            }
        }
}

int main(int argc, char **argv)
{
    int n = size_or(1300, argc, argv, 1);
    double *side = doubles(n + 1, 1), (*cost)[n] = doubles((size_t)n * n, 2);
    for (int i = 0; i <= n; i++)
        side[i] = 10 + i * 37 % 91;
    double start = now();
    order(n, side, cost);
    spent_since(start);
    show_doubles("cost", cost, (size_t)n * n);
    return 0;
}
