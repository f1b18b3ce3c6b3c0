// expect: contracted frame
/* Rows of constant length, in which loops go from and to what isn't constant: a window of any width stays in its row. */
#include "bits.h"

enum { WIDTH = 60, ROWS = 40 };

static void smoothed(const float *restrict in, int r, float *restrict out)
{
    float *frame = malloc(sizeof(float) * ROWS * WIDTH);
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < WIDTH; x++)
            frame[y * WIDTH + x] = in[y * WIDTH + x] / 255;
    for (int y = 1; y < ROWS; y++)
        for (int x = r; x < WIDTH - r; x++) {
            float s = 0;
            for (int d = -r; d <= r; d++)
                s += frame[y * WIDTH + x + d];
            out[y * WIDTH + x] = s;
        }
    free(frame);
}

int main(void)
{
    float *in = data_f32(ROWS * WIDTH, 3), *out = data_f32(ROWS * WIDTH, 4);
    for (int r = 0; r < 31; r += 1 + 3 * r) {
        smoothed(in, r, out);
        show("out", out, ROWS * WIDTH, sizeof *out);
    }
    free(in);
    free(out);
    return 0;
}
