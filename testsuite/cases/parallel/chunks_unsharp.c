// polycc: --parallel --optimize speed --at h=4096,w=4096
/* A blur and what it takes away, sharpened: fan-out and fan-in over four frames. */
#include "bits.h"

void unsharp(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*rows)[w] = malloc(sizeof(float[h][w]));
    float (*soft)[w] = malloc(sizeof(float[h][w]));
    float (*edge)[w] = malloc(sizeof(float[h][w]));
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            rows[y][x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            soft[y][x] = 0.25f * rows[y - 1][x] + 0.5f * rows[y][x] + 0.25f * rows[y + 1][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            edge[y][x] = in[y][x] - soft[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = soft[y][x] + 1.5f * edge[y][x];
#pragma endscop
    free(rows);
    free(soft);
    free(edge);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {17, 9}, {63, 4}, {64, 6}, {65, 5}, {66, 7}, {200, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 1), *out = data_f32(h * w, 2);
        unsharp(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
