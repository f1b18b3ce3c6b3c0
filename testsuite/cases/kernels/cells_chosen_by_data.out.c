// polycc: --at n=20,m=30
// bytes: 9114 -> 682
// expect: contracted best
// expect: contracted ways
// expect: contracted count
/* Cells that data choose: any of the row before (two rows), any of the own row that is there (one), and counts of a row (one). */
#include "bits.h"

static void choose(int n, int m, const int size[restrict n], const int value[restrict n], int out[restrict 3])
{
    /* polycc: best[i][j] -> best[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    double best[2][m + 1];
    /* polycc: ways[i][j] -> ways[j]; (m + 1) cells instead of (n + 1) * (m + 1) */
    unsigned ways[m + 1];
    /* polycc: count[i][j] -> count[j]; (m + 1) cells instead of (n + 1) * (m + 1) */
    short count[m + 1];
#pragma scop
    for (int j = 0; j <= m; j++) {
        best[0][j] = 0;
        ways[j] = j == 0;
    }
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (size[i - 1] <= j && best[(i - 1) % 2][j - size[i - 1]] + value[i - 1] > best[(i - 1) % 2][j])
                best[i % 2][j] = best[(i - 1) % 2][j - size[i - 1]] + value[i - 1];
            else
                best[i % 2][j] = best[(i - 1) % 2][j];
            ways[j] = ways[j];
            if (size[i - 1] <= j)
                ways[j] += ways[j - size[i - 1]];
        }
    out[0] = best[n % 2][m];
    out[1] = ways[m];
    out[2] = 0;
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= m; j++)
            count[j] = 0;
        for (int j = 0; j < n; j++)
            count[(value[j] + i) % (m + 1)]++;
        for (int j = 0; j <= m; j++)
            out[2] = (out[2] * 3 + count[j]) % 65536;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 5}, {7, 7}, {9, 13}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1], out[3];
        int *size = data_i32(n, 71, 5), *value = data_i32(n, 72, 9);
        for (int i = 0; i < n; i++)
            size[i]++;
        choose(n, m, size, value, out);
        show("out", out, 3, sizeof *out);
        free(size);
        free(value);
    }
    return 0;
}
