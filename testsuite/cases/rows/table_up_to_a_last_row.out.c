// polycc: --optimize speed
// expect: contracted t
/* A table of n + 1 rows, in loops that say which row is the last one. */
#include "bits.h"

static void distances(int n, int m)
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int **t = malloc(2 * sizeof(int *));
    for (int i = 0; i <= 1; i++)
        t[i] = malloc((m + 1) * sizeof(int));
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++) {
        t[i % 2][0] = i;
        for (int j = 1; j <= m; j++) {
            int change = t[(i - 1) % 2][j - 1] + (i * j % 3 != 0);
            int least = t[(i - 1) % 2][j] < t[i % 2][j - 1] ? t[(i - 1) % 2][j] + 1 : t[i % 2][j - 1] + 1;
            t[i % 2][j] = change < least ? change : least;
        }
    }
    int last = t[n % 2][m];
    for (int i = 0; i <= 1; i++)
        free(t[i]);
    free(t);
    printf("%d\n", last);
}

int main(void)
{
    for (int n = 0; n < 90; n += 17)
        distances(n, 91 - n);
    return 0;
}
