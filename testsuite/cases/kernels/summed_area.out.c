// polycc: --at h=20,w=30
// bytes: 2604 -> 248
// expect: contracted s
/* Sums over all upper left rectangles; a row of zeros and a column of zeros avoid the borders.
   Two rows stay. */
#include "bits.h"

static void sums(int h, int w, int in[h][w], int out[h][w])
{
    /* polycc: s[i][j] -> s[i % 2][j]; 2 * (w + 1) cells instead of (h + 1) * (w + 1) */
    int s[2][w + 1];
#pragma scop
    for (int j = 0; j <= w; j++)
        s[0][j] = 0;
    for (int i = 1; i <= h; i++) {
        s[i % 2][0] = 0;
        for (int j = 1; j <= w; j++) {
            s[i % 2][j] = in[i - 1][j - 1] + s[(i - 1) % 2][j] + s[i % 2][j - 1] - s[(i - 1) % 2][j - 1];
            out[i - 1][j - 1] = s[i % 2][j] / (i * j);
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {5, 3}, {8, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        int *in = data_i32(h * w, 57, 1000), *out = data_i32(h * w, 58, 2);
        sums(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
