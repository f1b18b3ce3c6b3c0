// expect: contracted padded
/* A volume with a border: the strides are products of sums, `(h + 2) * (w + 2)` and `w + 2`. */
#include "bits.h"

void sums(const float *restrict in, float *restrict out, int c, int h, int w)
{
    float *padded = malloc(sizeof(float) * c * (h + 2) * (w + 2));
    for (int k = 0; k < c; k++)
        for (int y = 0; y < h + 2; y++)
            for (int x = 0; x < w + 2; x++) {
                if (y == 0 || x == 0 || y == h + 1 || x == w + 1)
                    padded[(k * (h + 2) + y) * (w + 2) + x] = 0;
                else
                    padded[(k * (h + 2) + y) * (w + 2) + x] = in[(k * h + y - 1) * w + x - 1];
            }
    for (int k = 0; k < c; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[(k * h + y) * w + x] = padded[(k * (h + 2) + y) * (w + 2) + x]
                                           + padded[(k * (h + 2) + y + 2) * (w + 2) + x + 2];
    free(padded);
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            int h = lengths[a], w = lengths[b], c = 3;
            float *in = data_f32(c * h * w, 3), *out = data_f32(c * h * w, 4);
            sums(in, out, c, h, w);
            show("out", out, c * h * w, sizeof(float));
            free(in);
            free(out);
        }
    return 0;
}
