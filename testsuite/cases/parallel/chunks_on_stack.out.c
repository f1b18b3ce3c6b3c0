// polycc: --parallel --optimize speed --at h=1000,w=500
// expect: contracted across
// says: in parallel chunks
/* Rows of variables: each thread has its own by a clause. */
#include "bits.h"

void tent(size_t h, size_t w, const double (*restrict in)[w], double (*restrict out)[w])
{
    /* polycc: across[i][j] -> across[i % 3][j]; 3 * w cells instead of h * w */
    double across[3][w], sum;
#pragma polycc assume(h >= 1 && w >= 1)
#pragma scop
    #pragma omp parallel for if(1.0 * (long)h * (long)w > 10000) private(sum, across)
    for (long chunk = 0; chunk < (long)h; chunk += 64) {
        double *across_0 = across[0], *across_1 = across[2], *across_2 = across[1];
        for (long y = chunk > 2 ? chunk - 2 : 0; y < (long)h && y < chunk + 64; y++) {
            for (long x = 1; x < (long)w - 1; x++) {
                sum = in[y][x - 1] + in[y][x + 1];
                across_0[x] = sum + 2 * in[y][x];
            }
            if (y >= 2 && y >= chunk)
                for (long x = 1; x < (long)w - 1; x++)
                    out[y - 1][x] = across_2[x] + 2 * across_1[x] + across_0[x] + ((size_t)(y - 1));
            double *across_next = across_2;
            across_2 = across_1, across_1 = across_0, across_0 = across_next;
        }
    }
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
