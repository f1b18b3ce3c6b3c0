// expect: contracted across
// expect: contracted slope
/* Functions that compute the place of a pixel from its coordinates and the length of a row, in `int` and in `size_t`. */
#include "bits.h"

static inline int place(int y, int x, int w)
{
    return y * w + x;
}

static inline size_t at(int x, int y, int w)
{
    return (size_t)y * (size_t)w + (size_t)x;
}

static void blurred(int w, int h, const float *restrict in, float *restrict out)
{
    float *across = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[place(y, x, w)] = in[place(y, x - 1, w)] + in[place(y, x, w)] + in[place(y, x + 1, w)];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[place(y, x, w)] = across[place(y - 1, x, w)] + across[place(y, x, w)] + across[place(y + 1, x, w)];
    free(across);
}

static void bent(int w, int h, const float *restrict in, float *restrict out)
{
    float *slope = malloc(sizeof(float) * w * h);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            slope[at(x, y, w)] = in[at(x, y, w)] - in[at(x, y - 1, w)];
    for (int y = 2; y < h; y++)
        for (int x = 0; x < w; x++)
            out[at(x, y, w)] = slope[at(x, y, w)] - slope[at(x, y - 1, w)];
    free(slope);
}

static void run(int w, int h)
{
    long cells = (long)w * h;
    float *in = data_f32(cells, 11), *out = block(cells, sizeof *out);
    blurred(w, h, in, out);
    show("blurred", out, cells, sizeof *out);
    bent(w, h, in, out);
    show("bent", out, cells, sizeof *out);
    free(in);
    free(out);
}

int main(void)
{
    for (int h = 0; h < 5; h++)
        for (int w = 0; w < 5; w++)
            run(w, h);
    run(70, 90);
    run(130, 40);
    return 0;
}
