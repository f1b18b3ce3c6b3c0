// polycc: --at h=10,w=12
// bytes: 1920 -> 192
// expect: contracted box
/* Half the rows and half the columns, means of 2x2 boxes. The producer steps by two, so only the
   even columns of `box` are used: 2 w - 1 cells cover a row. */
#include "bits.h"

static void halve(int h, int w, double in[2 * h][2 * w], double out[h][w])
{
    /* polycc: box[i][j] -> box[j]; (2 * w) cells instead of h * (2 * w) */
    double box[2 * w];
#pragma scop
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < 2 * w; j += 2)
            box[j] = in[2 * i][j] + in[2 * i][j + 1] + in[2 * i + 1][j] + in[2 * i + 1][j + 1];
        for (int j = 0; j < w; j++)
            out[i][j] = 0.25 * box[2 * j];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 3}, {4, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *in = data_f64(4 * h * w, 46), *out = data_f64(h * w, 47);
        halve(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
