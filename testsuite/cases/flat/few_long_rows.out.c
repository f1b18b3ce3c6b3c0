// expect: contracted frame
/* A few long rows: fewer cells would be kept from column to column, but loops are no vectors then. */
#include "bits.h"

enum { WIDTH = 600, ROWS = 40 };

static void smoothed(const float *restrict in, float *restrict out)
{
    /* polycc: frame[600 * i + j] -> frame[j]; 600 cells instead of 24000 */
    float *frame = malloc(sizeof(float[600]));
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 600; x++)
            frame[x] = in[600 * y + x] / 255;
        if (y >= 1)
            for (int x = 2; x < 598; x++) {
                float s = 0;
                for (int d = -2; d < 3; d++)
                    s += frame[d + x];
                out[600 * y + x] = s;
            }
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
