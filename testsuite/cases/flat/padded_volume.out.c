// expect: contracted padded
/* A volume with a border: the strides are products of sums, `(h + 2) * (w + 2)` and `w + 2`. */
#include "bits.h"

void sums(const float *restrict in, float *restrict out, int c, int h, int w)
{
    /* polycc: padded[(i * (h + 2) + j) * (w + 2) + k] -> padded[(j % 3) * (w + 2) + k]; 3 * (w + 2) cells instead of c * (h + 2) * (w + 2) */
    float *padded = malloc(sizeof(float) * 3 * (w + 2));
    if (w >= -1)
        for (int k = 0; k < c; k++) {
            float *padded_0 = &padded[0], *padded_1 = &padded[2 * w + 4], *padded_2 = &padded[w + 2];
            for (int y = 0; y <= h + 1; y++) {
                if (y <= h) {
                    if (w >= 0)
                        padded_0[0] = 0;
                    if (y == 0) {
                        for (int x = 1; x <= w; x++)
                            padded[x] = 0;
                    }
                    else
                        for (int x = 1; x <= w; x++)
                            padded_0[x] = in[(k * h + y - 1) * w + x - 1];
                    padded_0[w + 1] = 0;
                }
                else {
                    float *padded_row = &padded[((h + 1) % 3) * (w + 2)];
                    for (int x = 0; x <= w + 1; x++)
                        padded_row[x] = 0;
                }
                if (y >= 2)
                    for (int x = 0; x < w; x++)
                        out[(k * h + y - 2) * w + x] = padded_2[x] + padded_0[x + 2];
                float *padded_next = padded_2;
                padded_2 = padded_1, padded_1 = padded_0, padded_0 = padded_next;
            }
        }
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
