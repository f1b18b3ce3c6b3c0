// polycc: --at n=20
// bytes: 3528 -> 336
// expect: contracted c
/* Pascal's triangle, rows of growing length, edges by an affine condition. Two rows. */
#include "bits.h"

static void binomials(int n, uint64_t row[n + 1])
{
    /* polycc: c[i][j] -> c[i % 2][j]; 2 * (n + 1) cells instead of (n + 1) * (n + 1) */
    uint64_t c[2][n + 1];
#pragma scop
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= i; j++) {
            if (j == 0 || j == i)
                c[i % 2][j] = 1;
            else
                c[i % 2][j] = c[(i - 1) % 2][j - 1] + c[(i - 1) % 2][j];
        }
    for (int j = 0; j <= n; j++)
        row[j] = c[n % 2][j];
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 9, 60};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        uint64_t *row = block(n + 1, sizeof *row);
        binomials(n, row);
        show("row", row, n + 1, sizeof *row);
        free(row);
    }
    return 0;
}
