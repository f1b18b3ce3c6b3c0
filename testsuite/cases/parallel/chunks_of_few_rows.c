// polycc: --parallel --optimize speed --at h=8,w=60000
// says: a frame has too few rows
/* A frame is a few long rows: each thread would compute most of them again. */
#include "bits.h"

void blur(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*t)[w] = malloc(sizeof(float[h][w]));
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y][x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (t[y - 1][x] + 2 * t[y][x] + t[y + 1][x]) / 16;
#pragma endscop
    free(t);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 40}, {8, 130}, {17, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 1), *out = data_f32(h * w, 2);
        blur(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
