// expect: contracted length
// expect: contracted far
/* Results that are read from tables which are there for the next call, behind a single loop. */
#include "bits.h"
#define MOST 90

/* polycc: length[i][j] -> length[i % 2][j]; 182 cells instead of 8281 */
static int length[2][91];

static int common(int n, int m, const int *a, const int *b)
{
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            if (i == 0 || j == 0)
                length[i % 2][j] = 0;
            else if (a[i - 1] == b[j - 1])
                length[i % 2][j] = length[(i - 1) % 2][j - 1] + 1;
            else
                length[i % 2][j] = length[(i - 1) % 2][j] > length[i % 2][j - 1] ? length[(i - 1) % 2][j] : length[i % 2][j - 1];
    return length[n % 2][m];
}

static long ways(int n, int m)
{
    /* polycc: far[i][j] -> far[j]; (MOST + 1) cells instead of (MOST + 1) * (MOST + 1) */
    static long far[MOST + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            far[j] = i == 0 || j == 0 ? 1 : (far[j] + far[j - 1]) % 1000003;
    return far[m];
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 40, MOST};
    for (int s = 0; s < 6; s++)
        for (int t = 0; t < 6; t++) {
            int *a = data_i32(sizes[s] + 1, 1, 4), *b = data_i32(sizes[t] + 1, 2, 4);
            long found[] = {common(sizes[s], sizes[t], a, b), ways(sizes[s], sizes[t])};
            show("found", found, 2, sizeof *found);
            free(a);
            free(b);
        }
    return 0;
}
