/* The number of edits between two texts. */
#include "program.h"

static int distance(int n, int m, const unsigned char a[restrict n], const unsigned char b[restrict m])
{
    int (*d)[m + 1] = malloc(sizeof(int[n + 1][m + 1]));
    for (int i = 0; i <= n; i++)
        d[i][0] = i;
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            d[i][j] = best;
        }
    int result = d[n][m];
    free(d);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    unsigned char *a = bytes(n, 1), *b = bytes(m, 2);
    printf("%d\n", distance(n, m, a, b));
    free(a);
    free(b);
    return 0;
}
