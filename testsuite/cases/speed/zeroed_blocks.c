// expect: contracted l
// expect: contracted sum
/* Blocks from `calloc` whose zeros are read: the first row and column of a table, and what sums start with. A block that is zeroed once, but
   used in each turn of a loop, holds what the turn before left. */
#include "bits.h"

static int longest(int n, int m, const unsigned char a[restrict n], const unsigned char b[restrict m])
{
    int (*l)[m + 1] = calloc(n + 1, sizeof(int[m + 1]));
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                l[i][j] = l[i - 1][j - 1] + 1;
            else
                l[i][j] = l[i - 1][j] > l[i][j - 1] ? l[i - 1][j] : l[i][j - 1];
        }
    int result = l[n][m];
    free(l);
    return result;
}

static void sums(int h, int w, const float x[restrict h][w], float y[restrict h][w])
{
    float (*sum)[w] = calloc(h, sizeof(float[w]));
    for (int i = 0; i < h; i++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < w; j++)
                sum[i][j] += x[i][j] * k;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            y[i][j] = sum[i][j] * sum[i][j];
    free(sum);
}

static void carried(int turns, int h, int w, const float x[restrict h][w], float y[restrict h][w])
{
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
        unsigned char a[75], b[75];
        for (int i = 0; i < 75; i++) {
            a[i] = (unsigned char)(i * i % 3);
            b[i] = (unsigned char)(i % 4);
        }
        int length = longest(n, m, a, b);
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
