/* Half the size in both directions, with four taps each way. */
#include "program.h"

static void halve(int h, int w, const float in[restrict 2 * h + 2][2 * w + 2], float out[restrict h][w])
{
    float (*t)[w] = malloc(sizeof(float[2 * h + 2][w]));
    for (int y = 0; y < 2 * h + 2; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 0.125f * (in[y][2 * x] + 3 * in[y][2 * x + 1] + 3 * in[y][2 * x + 2] + in[y][2 * x + 3]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = 0.125f * (t[2 * y][x] + 3 * t[2 * y + 1][x] + 3 * t[2 * y + 2][x] + t[2 * y + 3][x]);
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)(2 * w + 2) * (2 * h + 2), 1), *out = floats((size_t)w * h, 2);
    halve(h, w, (void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
