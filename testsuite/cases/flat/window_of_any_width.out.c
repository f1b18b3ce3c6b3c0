// expect: contracted frame
/* Rows of constant length, in which loops go from and to what isn't constant: a window of any width stays in its row. */
#include "bits.h"

enum { WIDTH = 60, ROWS = 40 };

static void smoothed(const float *restrict in, int r, float *restrict out)
{
    /* polycc: frame[60 * i + j] -> frame[j]; 60 cells instead of 2400 */
    float *frame = malloc(sizeof(float[60]));
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 60; x++)
            frame[x] = in[60 * y + x] / 255;
        if (y >= 1)
            for (int x = r; x <= 59 - r; x++) {
                float s = 0;
                for (int d = -r; d <= r; d++)
                    s += frame[d + x];
                out[60 * y + x] = s;
            }
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
