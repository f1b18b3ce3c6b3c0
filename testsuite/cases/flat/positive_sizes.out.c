// expect: contracted d
// expect: contracted half
/* Cells behind the loops, and halves: right where sizes are positive. Called with sizes of both signs. */
#include "bits.h"

/* polycc: `edits_apart` is `edits` for sizes as they should be, in memory that doesn't overlap */
static int edits_apart(const char *a, int n, const char *b, int m)
{
    /* polycc: d[i * (m + 1) + j] -> d[(i % 2) * (m + 1) + j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int *d = malloc(sizeof(int) * 2 * (m + 1));
    int result;
    {
        int *d_0 = &d[0], *d_1 = &d[m + 1];
        for (int i = 0; i <= n; i++) {
            d_0[0] = i;
            if (i == 1)
                for (int j = 0; j <= m; j++)
                    d[j] = j;
            if (i >= 1)
                for (int j = 1; j <= m; j++) {
                    int best = d_1[j - 1] + (a[i - 1] != b[j - 1]);
                    if (d_1[j] + 1 < best)
                        best = d_1[j] + 1;
                    if (d_0[j - 1] + 1 < best)
                        best = d_0[j - 1] + 1;
                    d_0[j] = best;
                }
            int *d_next = d_1;
            d_1 = d_0, d_0 = d_next;
        }
        result = d[(n % 2) * (m + 1) + m];
    }
    free(d);
    return result;
}

static int edits(const char *a, int n, const char *b, int m)
{
    /* polycc: `edits_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 1, 1)) {
        return edits_apart(a, n, b, m);
    }
    int *d = malloc((n + 1) * (m + 1) * sizeof(int));
    for (int i = 0; i <= n; i++)
        d[i * (m + 1)] = i;
    for (int j = 0; j <= m; j++)
        d[j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int best = d[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]);
            if (d[(i - 1) * (m + 1) + j] + 1 < best)
                best = d[(i - 1) * (m + 1) + j] + 1;
            if (d[i * (m + 1) + j - 1] + 1 < best)
                best = d[i * (m + 1) + j - 1] + 1;
            d[i * (m + 1) + j] = best;
        }
    int result = d[n * (m + 1) + m];
    free(d);
    return result;
}

/* polycc: `halve_apart` is `halve` for sizes as they should be, in memory that doesn't overlap */
static void halve_apart(const float *in, int w, int h, float *out)
{
    /* polycc: half[i * w + j] -> half[j]; w cells instead of h * w */
    float *half = malloc(sizeof(float[w]));
    for (int y = 0; y < h; y++) {
        if (y % 2 + h >= y + 2) {
            for (int x = y % 2; x < y % 2 + w - 1; x += 2)
                half[x] = 2 * in[y * w + x];
            if ((y + 1) % 2 == 0)
                for (int x = 0; x < w / 2; x++)
                    out[((y - 1) / 2) * (w / 2) + x] = half[2 * x] + half[2 * x + 1];
        }
    }
    free(half);
}

static void halve(const float *in, int w, int h, float *out)
{
    /* polycc: `halve_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)w >= 2) && ((long)h >= 2) && ((const char *)(in + ((2 * ((long)h / 2)) * (long)w)) <= (const char *)out || (const char *)(out + (((long)h / 2) * ((long)w / 2))) <= (const char *)in), 1)) {
        halve_apart(in, w, h, out);
        return;
    }
    float *half = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            half[y * w + x] = 2 * in[y * w + x];
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < w / 2; x++)
            out[y * (w / 2) + x] = half[2 * y * w + 2 * x] + half[(2 * y + 1) * w + 2 * x + 1];
    free(half);
}

int main(void)
{
    char a[] = "kitten on the mat", b[] = "sitting at the mall";
    for (int n = 0; n < 17; n += 1 + n / 3)
        for (int m = 0; m < 17; m += 1 + m / 3)
            printf("%d ", edits(a, n, b, m));
    float *in = data_f32(400, 7), *out = data_f32(100, 8);
    for (int w = 0; w < 20; w++)
        for (int h = 0; h < 20; h += 1 + h / 5)
            halve(in, w, h, out);
    halve(in, -4, -4, out);
    halve(in, -1, -9, out);
    halve(in, 20, 20, in);
    halve(in, 20, 20, in + 397 - 97);
    show("in", in, 400, sizeof *in);
    show("out", out, 100, sizeof *out);
    free(in);
    free(out);
    return 0;
}
