// expect: contracted frame
/* A few long rows: fewer cells would be kept from column to column, but loops are no vectors then. */
#include "bits.h"

enum { WIDTH = 600, ROWS = 40 };

static void smoothed(const float *restrict in, float *restrict out)
{
    float *frame = malloc(sizeof(float) * ROWS * WIDTH);
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < WIDTH; x++)
            frame[y * WIDTH + x] = in[y * WIDTH + x] / 255;
    for (int y = 1; y < ROWS; y++)
        for (int x = 2; x < WIDTH - 2; x++) {
            float s = 0;
            for (int d = -2; d <= 2; d++)
                s += frame[y * WIDTH + x + d];
            out[y * WIDTH + x] = s;
        }
    free(frame);
}

int main(void)
{
    float *in = data_f32(ROWS * WIDTH, 3), *out = data_f32(ROWS * WIDTH, 4);
    smoothed(in, out);
    show("out", out, ROWS * WIDTH, sizeof *out);
    free(in);
    free(out);
    return 0;
}
