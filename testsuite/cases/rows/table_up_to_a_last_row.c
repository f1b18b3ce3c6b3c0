// polycc: --optimize speed
// expect: contracted t
/* A table of n + 1 rows, in loops that say which row is the last one. */
#include "bits.h"

static void distances(int n, int m)
{
    int **t = malloc((n + 1) * sizeof(int *));
    for (int i = 0; i <= n; i++)
        t[i] = malloc((m + 1) * sizeof(int));
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++) {
        t[i][0] = i;
        for (int j = 1; j <= m; j++) {
            int change = t[i - 1][j - 1] + (i * j % 3 != 0);
            int least = t[i - 1][j] < t[i][j - 1] ? t[i - 1][j] + 1 : t[i][j - 1] + 1;
            t[i][j] = change < least ? change : least;
        }
    }
    int last = t[n][m];
    for (int i = 0; i <= n; i++)
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
