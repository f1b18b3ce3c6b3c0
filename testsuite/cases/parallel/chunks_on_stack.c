// polycc: --parallel --optimize speed --at h=1000,w=500
// expect: contracted across
// says: in parallel chunks
/* Rows of variables: each thread has its own by a clause. */
#include "bits.h"

void tent(size_t h, size_t w, const double (*restrict in)[w], double (*restrict out)[w])
{
    double across[h][w], sum;
#pragma polycc assume(h >= 1 && w >= 1)
#pragma scop
    for (size_t y = 0; y < h; y++)
        for (size_t x = 1; x < w - 1; x++) {
            sum = in[y][x - 1] + in[y][x + 1];
            across[y][x] = sum + 2 * in[y][x];
        }
    for (size_t y = 1; y < h - 1; y++)
        for (size_t x = 1; x < w - 1; x++)
            out[y][x] = across[y - 1][x] + 2 * across[y][x] + across[y + 1][x] + y;
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {9, 7}, {63, 4}, {64, 5}, {67, 3}, {150, 6}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *in = data_f64(h * w, 3), *out = data_f64(h * w, 4);
        tent(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
