/* Means over windows that are cut at the border, with a radius that only a run knows. */
#include "kernel.h"

static void mean(int h, int w, int radius, const int *in, int *out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0, count = 0;
            for (int j = -radius; j <= radius; j++)
                for (int i = -radius; i <= radius; i++) {
                    int yy = y + j, xx = x + i;
                    if (yy < 0 || yy >= h || xx < 0 || xx >= w)
                        continue;
                    sum += in[yy * w + xx];
                    count++;
                }
            out[y * w + x] = sum / count;
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2), radius = size_or(2, argc, argv, 3);
    size_t cells = (size_t)side * side;
    int *in = malloc(cells * sizeof *in), *out = malloc(cells * sizeof *out);
    uint32_t state = 1;
    for (size_t i = 0; i < cells; i++)
        in[i] = (state = state * 1664525u + 1013904223u) >> 12;
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? mean(side, side, radius, out, in) : mean(side, side, radius, in, out);
    spent_since(start);
    show_ints("out", out, cells);
    free(in);
    free(out);
    return 0;
}
