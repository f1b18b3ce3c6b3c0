/* The length of the longest common subsequence of two texts. */
#include "program.h"

#define L(i, j) l[(i) * (m + 1) + (j)]

static int longest(const unsigned char *a, int n, const unsigned char *b, int m)
{
    int *l = malloc((n + 1) * (m + 1) * sizeof(int));
    int i, j, result;
    for (i = 0; i <= n; i++)
        L(i, 0) = 0;
    for (j = 0; j <= m; j++)
        L(0, j) = 0;
    for (i = 1; i <= n; i++)
        for (j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                L(i, j) = L(i - 1, j - 1) + 1;
            else if (L(i - 1, j) > L(i, j - 1))
                L(i, j) = L(i - 1, j);
            else
                L(i, j) = L(i, j - 1);
        }
    result = L(n, m);
    free(l);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    unsigned char *a = bytes(n, 1), *b = bytes(m, 2);
    printf("%d\n", longest(a, n, b, m));
    free(a);
    free(b);
    return 0;
}
