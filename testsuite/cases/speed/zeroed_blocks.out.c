// expect: contracted l
// expect: contracted sum
/* Blocks from `calloc` whose zeros are read: the first row and column of a table, and what sums start with. A block that is zeroed once, but
   used in each turn of a loop, holds what the turn before left. */
#include "bits.h"

static void sums(int h, int w, const float x[restrict h][w], float y[restrict h][w])
{
    /* polycc: sum[i][j] -> sum[j]; w cells instead of h * w */
    float *sum = malloc(sizeof(float[w]));
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++)
            sum[j] = 0;
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < w; j++)
                sum[j] += x[i][j] * k;
        for (int j = 0; j < w; j++)
            y[i][j] = sum[j] * sum[j];
    }
    free(sum);
}

/* polycc: `carried_apart` is `carried` for sizes as they should be, in memory that doesn't overlap */
static void carried_apart(int turns, int h, int w, const float x[restrict h][w], float y[restrict h][w])
{
    float (*kept)[w] = calloc(h, sizeof(float[w]));
    for (long t1 = 0; t1 < (long)turns; t1 += 32)
        for (long t2 = 0; t2 < (long)h; t2 += 42)
            for (long t3 = 0; t3 < (long)w; t3 += 512) {
                int last = w - 1 < t3 + 511 ? w - 1 : t3 + 511;
                for (int t = t1; t < turns && t <= t1 + 31; t++) {
                    for (int i = t2; i < h && i <= t2 + 41; i++)
                        for (int j = t3; j <= last; j++)
                            kept[i][j] = kept[i][j] * 0.5f + x[i][j];
                    for (int i = t2; i < h && i <= t2 + 41; i++)
                        for (int j = t3; j <= last; j++)
                            y[i][j] = kept[i][j] - y[i][j];
                }
            }
    free(kept);
}

static void carried(int turns, int h, int w, const float x[restrict h][w], float y[restrict h][w])
{
    /* polycc: `carried_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((12 * (double)h) * (double)w >= 8388608) {
        carried_apart(turns, h, w, x, y);
        return;
    }
    float (*kept)[w] = calloc(h, sizeof(float[w]));
    for (int t = 0; t < turns; t++) {
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                kept[i][j] = kept[i][j] * 0.5f + x[i][j];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                y[i][j] = kept[i][j] - y[i][j];
    }
    free(kept);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        /* polycc: a[i] -> a; 1 cell instead of 75 */
        unsigned char a = 0, b[75];
        /* polycc: l[i][j] -> l[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
        int (*l)[m + 1] = malloc(sizeof(int[2][m + 1]));
        int length;
        {
            int result;
            for (int j = 0; j <= m; j++)
                l[0][j] = 0;
            for (int i = 0; i < 75; i++)
                b[i] = (unsigned char)(i % 4);
            int *l_0 = l[0], *l_1 = l[1];
            for (int i = 0; i <= n; i++) {
                l_0[0] = 0;
                if (i >= 1 && i <= 75)
                    a = (unsigned char)((i - 1) * (i - 1) % 3);
                if (i >= 1)
                    for (int j = 1; j <= m; j++) {
                        /* longest */
                        if (a == b[j - 1])
                            l_0[j] = l_1[j - 1] + 1;
                        else
                            l_0[j] = l_1[j] > l_0[j - 1] ? l_1[j] : l_0[j - 1];
                    }
                int *l_next = l_1;
                l_1 = l_0, l_0 = l_next;
            }
            for (int i = n + 1; i <= 75; i++)
                a = (unsigned char)((i - 1) * (i - 1) % 3);
            result = l[n % 2][m];
            length = result;
        }
        free(l);
        show("length", &length, 1, sizeof length);
        float *x = data_f32((long)n * m, 3), *y = data_f32((long)n * m, 4);
        sums(n, m, (const float(*)[m])x, (float(*)[m])y);
        show("y", y, (long)n * m, sizeof *y);
        carried(n, n, m, (const float(*)[m])x, (float(*)[m])y);
        show("y", y, (long)n * m, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
