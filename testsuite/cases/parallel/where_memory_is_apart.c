// polycc: --parallel --optimize speed
/* Loops through pointers that may overlap: threads share them where a test at the start says that they don't. The second has stages whose
   frame shrinks, in chunks. */
#include "bits.h"

static void scaled(int n, int m, const float *x, float *y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = 2 * x[i * m + j] + 1;
}

static void blurred(int h, int w, float in[h][w], float out[h][w])
{
    float(*t)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y][x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (t[y - 1][x] + 2 * t[y][x] + t[y + 1][x]) / 16;
    free(t);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {17, 9}, {200, 150}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(2 * h * w, 1), *out = data_f32(h * w, 2);
        scaled(h, w, in, out);
        show("scaled", out, h * w, sizeof *out);
        scaled(h, w, in, in + w);
        show("overlapping", in, 2 * h * w, sizeof *in);
        blurred(h, w, (void *)in, (void *)out);
        show("blurred", out, h * w, sizeof *out);
        blurred(h, w, (void *)in, (void *)(in + w));
        show("in place", in, 2 * h * w, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
