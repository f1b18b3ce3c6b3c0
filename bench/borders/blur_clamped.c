/* A blur of 5 x 5 whose window sees the border's cells again. */
#include "kernel.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(v, low, high) MIN(MAX(v, low), high)

static void blur(int h, int w, const unsigned char *in, unsigned char *out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++)
                    sum += in[CLAMP(y + dy, 0, h - 1) * w + CLAMP(x + dx, 0, w - 1)];
            out[y * w + x] = sum / 25;
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    unsigned char *in = malloc(cells), *out = malloc(cells);
    uint32_t state = 1;
    for (size_t i = 0; i < cells; i++)
        in[i] = (state = state * 1664525u + 1013904223u) >> 24;
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? blur(side, side, out, in) : blur(side, side, in, out);
    spent_since(start);
    show("out", out, cells);
    free(in);
    free(out);
    return 0;
}
