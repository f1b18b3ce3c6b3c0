// polycc: --at n=20,m=30
// bytes: 7812 -> 376
// expect: contracted h
// expect: contracted down
// expect: scalarized across
/* Local alignment with affine gap penalties, three full tables. The best score needs two rows,
   the vertical gap one, the horizontal gap one cell. */
#include "bits.h"

#define OPEN 3
#define EXTEND 1
#define MAX(x, y) ((x) > (y) ? (x) : (y))

static void align(int n, int m, const uint8_t *a, const uint8_t *b, int best[1])
{
    int h[n + 1][m + 1], across[n + 1][m + 1], down[n + 1][m + 1];
#pragma scop
    best[0] = 0;
    for (int j = 0; j <= m; j++) {
        h[0][j] = 0;
        down[0][j] = 0;
    }
    for (int i = 1; i <= n; i++) {
        h[i][0] = 0;
        across[i][0] = 0;
        for (int j = 1; j <= m; j++) {
            across[i][j] = MAX(across[i][j - 1] - EXTEND, h[i][j - 1] - OPEN);
            down[i][j] = MAX(down[i - 1][j] - EXTEND, h[i - 1][j] - OPEN);
            h[i][j] = MAX(0, h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1));
            h[i][j] = MAX(h[i][j], MAX(across[i][j], down[i][j]));
            best[0] = MAX(best[0], h[i][j]);
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 5}, {7, 7}, {19, 23}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1], best[1];
        uint8_t *a = data_u8(n, 63, 4), *b = data_u8(m, 64, 4);
        align(n, m, a, b, best);
        show("best", best, 1, sizeof *best);
        free(a);
        free(b);
    }
    return 0;
}
