// expect: contracted d
// expect: contracted half
/* Cells behind the loops, and halves: right where sizes are positive. Called with sizes of both signs. */
#include "bits.h"

static int edits(const char *a, int n, const char *b, int m)
{
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

static void halve(const float *in, int w, int h, float *out)
{
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
