/* The length of the longest common subsequence of two texts. */
#include "program.h"

static int longest(int n, int m, const unsigned char a[restrict n], const unsigned char b[restrict m])
{
    int (*l)[m + 1] = calloc(n + 1, sizeof(int[m + 1]));
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                l[i][j] = l[i - 1][j - 1] + 1;
            else
                l[i][j] = l[i - 1][j] > l[i][j - 1] ? l[i - 1][j] : l[i][j - 1];
        }
    int result = l[n][m];
    free(l);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    unsigned char *a = bytes(n, 1), *b = bytes(m, 2);
    printf("%d\n", longest(n, m, a, b));
    free(a);
    free(b);
    return 0;
}
