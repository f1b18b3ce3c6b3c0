// expect: contracted best
/* The first cells get their values between the check of the memory and the first loop. */
#include "bits.h"

/* polycc: `align_apart` is `align` for sizes as they should be, in memory that doesn't overlap */
static int align_apart(const char *a, const char *b, int n, int m)
{
    /* polycc: best[i * (m + 1) + j] -> best[(i % 2) * (m + 1) + j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int *best = malloc(sizeof(int) * 2 * (m + 1)), *gap = malloc(sizeof(int) * (m + 1));
    int score;
    if (!best || !gap)
        return -1;
    best[0] = 0;
    gap[0] = -1000;
    for (int j = 1; j <= m; j++) {
        best[j] = -j;
        gap[j] = -1000;
    }
    for (int i = 1; i <= n; i++) {
        best[(i % 2) * (m + 1)] = -i;
        for (int j = 1; j <= m; j++) {
            int opened = best[((i - 1) % 2) * (m + 1) + j] - 3, longer = gap[j] - 1;
            gap[j] = longer > opened ? longer : opened;
            int same = best[((i - 1) % 2) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            best[(i % 2) * (m + 1) + j] = same > gap[j] ? same : gap[j];
        }
    }
    score = best[(n % 2) * (m + 1) + m];
    free(best);
    free(gap);
    return score;
}

static int align(const char *a, const char *b, int n, int m)
{
    /* polycc: `align_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 1, 1)) {
        return align_apart(a, b, n, m);
    }
    int *best = malloc(sizeof(int) * (n + 1) * (m + 1)), *gap = malloc(sizeof(int) * (m + 1));
    int score;
    if (!best || !gap)
        return -1;
    best[0] = 0;
    gap[0] = -1000;
    for (int j = 1; j <= m; j++) {
        best[j] = -j;
        gap[j] = -1000;
    }
    for (int i = 1; i <= n; i++) {
        best[i * (m + 1)] = -i;
        for (int j = 1; j <= m; j++) {
            int opened = best[(i - 1) * (m + 1) + j] - 3, longer = gap[j] - 1;
            gap[j] = longer > opened ? longer : opened;
            int same = best[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            best[i * (m + 1) + j] = same > gap[j] ? same : gap[j];
        }
    }
    score = best[n * (m + 1) + m];
    free(best);
    free(gap);
    return score;
}

int main(void)
{
    const char *a = "ACGTTACGGATTACAAACGT", *b = "CGTTAGGATCACAACGTTAC";
    for (int n = 0; n <= 20; n += 5)
        for (int m = 0; m <= 20; m += 4)
            printf("%d %d %d\n", n, m, align(a, b, n, m));
    return 0;
}
