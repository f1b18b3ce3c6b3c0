// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Two passes over whole frames, fused by rows, in chunks: each thread has three rows of the first pass, and computes those
   again that the rows before its own need. */
#include "bits.h"

void blur(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*t)[w] = malloc(h * sizeof *t);
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
    static const int sizes[][2] = {{0, 3}, {1, 1}, {2, 3}, {5, 4}, {17, 9}, {127, 4}, {128, 5}, {129, 4}, {132, 3}, {300, 7}};
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
