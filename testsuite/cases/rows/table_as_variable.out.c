// expect: scalarized t
/* Tables of which one cell at a time is used: what makes and releases them goes. */
#include "bits.h"

static void chain(int h, int w, const float *restrict in, float *restrict out)
{
    /* polycc: t[i][j] -> t; 1 cell instead of h * w */
    float t = 0;
    /* polycc: u[i][j] -> u; 1 cell instead of h * w */
    float u = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            t = in[y * w + x] * 2;
            u = t + 1;
            out[y * w + x] = u * t;
        }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)h * w, 7), *out = data_f32((long)h * w, 8);
        chain(h, w, in, out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
