// polycc: --at n=20,m=30
// bytes: 2604 -> 248
// expect: contracted d
/* Levenshtein distance over the full table. A row is read by the next one only. */
#include "bits.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void distance(int n, int m, const uint8_t *a, const uint8_t *b, int result[1])
{
    /* polycc: d[i][j] -> d[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int d[2][m + 1];
#pragma scop
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++) {
        d[i % 2][0] = i;
        for (int j = 1; j <= m; j++)
            d[i % 2][j] = ((((d[(i - 1) % 2][j]) < (d[i % 2][j - 1]) ? (d[(i - 1) % 2][j]) : (d[i % 2][j - 1])) + 1) < (d[(i - 1) % 2][j - 1] + (a[i - 1] != b[j - 1])) ? (((d[(i - 1) % 2][j]) < (d[i % 2][j - 1]) ? (d[(i - 1) % 2][j]) : (d[i % 2][j - 1])) + 1) : (d[(i - 1) % 2][j - 1] + (a[i - 1] != b[j - 1])));
    }
    result[0] = d[n % 2][m];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 5}, {7, 7}, {19, 23}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1], result[1];
        uint8_t *a = data_u8(n, 59, 4), *b = data_u8(m, 60, 4);
        distance(n, m, a, b, result);
        show("distance", result, 1, sizeof *result);
        free(a);
        free(b);
    }
    return 0;
}
