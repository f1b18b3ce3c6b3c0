// expect: scalarized level
/* Cells that are written in some cases only, by turns, a maximum that goes on, and a table that pixels count in. */
#include "bits.h"

static void follow(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: level[i * w + j] -> level[0]; 1 cell instead of all */
    float *held = calloc((size_t)w * h + 1, sizeof *held), *level = malloc(sizeof(float));
    int count[8] = {0};
    float most = 0;
    if (!held || !level)
        return;
    for (int turn = 0; turn < 3; turn++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                do {
                    int step = (int)(in[y * (long)w + x] * 8);
                    count[step]++;
                    if (in[y * (long)w + x] > 0.25f * turn)
                        continue;
                    held[y * (long)w + x] = in[y * (long)w + x] + turn;
                } while (0);
                float here = held[y * w + x];
                if (here > most)
                    most = here;
                else
                    most *= 0.5f;
                level[0] = most;
                out[y * w + x] += level[0] * (turn + 1);
            }
    for (int k = 0; k < 8; k++)
        for (int x = 0; x < w; x++)
            out[x] += count[k] * k;
    free(held);
    free(level);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = malloc(((size_t)w * h + 1) * sizeof *in), *out = calloc((size_t)w * h + 1, sizeof *out);
        for (int i = 0; i < w * h; i++)
            in[i] = (float)((i * 37 + 11) % 101) / 102;
        follow(w, h, in, out);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
