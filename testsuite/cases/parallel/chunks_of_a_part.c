// polycc: --parallel --optimize speed --at h=1000,w=500
// says: less would run in parallel
/* The blur could run in chunks, but the filter down the columns behind it could not, fused as it is with what reads it: in
   the order of the program all loops have something in parallel. */
#include "bits.h"

void both(int h, int w, const double (*restrict in)[w], double (*restrict soft)[w], double (*restrict out)[w])
{
    double (*across)[w] = malloc(sizeof(double[h][w]));
    double (*down)[w] = malloc(sizeof(double[h][w]));
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y][x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            soft[y][x] = across[y - 1][x] + 2 * across[y][x] + across[y + 1][x];
    for (int x = 1; x < w - 1; x++)
        down[1][x] = soft[h - 2][w - 1 - x];
    for (int y = 2; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            down[y][x] = 0.5 * down[y - 1][x] + 0.5 * soft[h - 1 - y][w - 1 - x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = down[y][x] * down[y][x];
#pragma endscop
    free(across);
    free(down);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 3}, {4, 4}, {9, 7}, {64, 5}, {150, 6}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *in = data_f64(h * w, 3), *soft = data_f64(h * w, 4), *out = data_f64(h * w, 5);
        both(h, w, (void *)in, (void *)soft, (void *)out);
        show("soft", soft, h * w, sizeof *soft);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(soft);
        free(out);
    }
    return 0;
}
