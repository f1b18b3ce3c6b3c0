// polycc: --at h=10,w=12
// bytes: 2080 -> 208
// expect: contracted tall
/* Twice the rows and columns by linear interpolation: two rows of the tall image are made, then
   stretched, per row of the input. */
#include "bits.h"

static void twice(int h, int w, double in[h + 1][w + 1], double out[2 * h][2 * w])
{
    /* polycc: tall[i][j] -> tall[i % 2][j]; 2 * (w + 1) cells instead of (2 * h) * (w + 1) */
    double tall[2][w + 1];
#pragma scop
    for (int i = 0; i < h; i++) {
        for (int j = 0; j <= w; j++) {
            tall[2 * i % 2][j] = in[i][j];
            tall[(2 * i + 1) % 2][j] = 0.5 * (in[i][j] + in[i + 1][j]);
        }
        for (int j = 0; j < w; j++) {
            out[2 * i][2 * j] = tall[2 * i % 2][j];
            out[2 * i][2 * j + 1] = 0.5 * (tall[2 * i % 2][j] + tall[2 * i % 2][j + 1]);
            out[2 * i + 1][2 * j] = tall[(2 * i + 1) % 2][j];
            out[2 * i + 1][2 * j + 1] = 0.5 * (tall[(2 * i + 1) % 2][j] + tall[(2 * i + 1) % 2][j + 1]);
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 3}, {5, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *in = data_f64((h + 1) * (w + 1), 48), *out = data_f64(4 * h * w, 49);
        twice(h, w, (void *)in, (void *)out);
        show("out", out, 4 * h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
