/* Lengths of the longest common subsequences of all beginnings of two texts. */
#include "kernel.h"

static void lengths(int n, int m, int a[restrict n], int b[restrict m], int length[restrict n + 1][m + 1])
{
    for (int i = 0; i <= n; i++)
        length[i][0] = 0;
    for (int j = 0; j <= m; j++)
        length[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                length[i][j] = length[i - 1][j - 1] + 1;
            else
                length[i][j] = length[i - 1][j] > length[i][j - 1] ? length[i - 1][j] : length[i][j - 1];
}

int main(int argc, char **argv)
{
    int n = size_or(2500, argc, argv, 1), m = size_or(2400, argc, argv, 2), times = size_or(50, argc, argv, 3);
    size_t cells = (size_t)(n + 1) * (m + 1);
    int *a = ints(n, 1, 4), *b = ints(m, 2, 4), (*length)[m + 1] = ints(cells, 3, 4);
    double start = now();
    for (int t = 0; t < times; t++)
        lengths(n, m, a, b, length);
    spent_since(start);
    show_ints("length", length, cells);
    return 0;
}
