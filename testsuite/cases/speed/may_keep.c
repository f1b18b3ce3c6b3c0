// polycc: --at h=4096,w=4096
/* A frame in which only some cells are renewed: what was written before must stay until then, in every order. */
#include "bits.h"

void renewed(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*mark)[w] = malloc(sizeof(float[h][w]));
    float (*mean)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            mark[y][x] = 0.5f * in[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            if (in[y - 1][x] + in[y + 1][x] > 0)
                mark[y][x] = in[y + 1][x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            mean[y][x] = 0.5f * (mark[y - 1][x] + mark[y][x]);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = mean[y][x] * mean[y][x];
    free(mark);
    free(mean);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {17, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)h * w, 1), *out = data_f32((long)h * w, 2);
        renewed(h, w, (void *)in, (void *)out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
