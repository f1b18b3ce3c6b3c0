/* The number of edits between two texts. */
#include "program.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int distance(const char *a, int n, const char *b, int m)
{
    int *d = malloc((n + 1) * (m + 1) * sizeof(int));
    int result;
    for (int i = 0; i <= n; i++)
        d[i * (m + 1)] = i;
    for (int j = 0; j <= m; j++)
        d[j] = j;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            int cost = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i * (m + 1) + j] = MIN(MIN(d[(i - 1) * (m + 1) + j] + 1, d[i * (m + 1) + j - 1] + 1),
                                     d[(i - 1) * (m + 1) + j - 1] + cost);
        }
    }
    result = d[n * (m + 1) + m];
    free(d);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    char *a = bytes(n, 1), *b = bytes(m, 2);
    printf("%d\n", distance(a, n, b, m));
    free(a);
    free(b);
    return 0;
}
