// polycc: --at h=4096,w=4096
/* A frame in which only some cells are renewed: what was written before must stay until then, in every order. */
#include "bits.h"

void renewed(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    /* polycc: mark[i][j] -> mark[i % 2][j]; 2 * w cells instead of h * w */
    float (*mark)[w] = malloc(sizeof(float[2][w]));
    /* polycc: mean[i][j] -> mean; 1 cell instead of h * w */
    float mean = 0;
    {
        float *mark_0 = mark[0], *mark_1 = mark[1];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                mark_0[x] = 0.5f * in[y][x];
            if (y < h - 1 && y >= 1)
                for (int x = 0; x < w; x++) {
                    if (in[y - 1][x] + in[y + 1][x] > 0)
                        mark_0[x] = in[y + 1][x];
                }
            if (y >= 1)
                for (int x = 0; x < w; x++) {
                    mean = 0.5f * (mark_1[x] + mark_0[x]);
                    out[y][x] = mean * mean;
                }
            float *mark_next = mark_1;
            mark_1 = mark_0, mark_0 = mark_next;
        }
    }
    free(mark);
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
