// polycc: --transfer-overlap --at n=40,k=5,ii=8
/* A filter by blocks of 8, while which the next block is loaded and the last one stored: windows of k + 15 and of 16
   elements. */
#include "bits.h"

static void fir(int n, int k, const int src[restrict n + k], int dst[restrict n], const int m[restrict k])
{
    for (int ii = 0; ii < n; ii += 8) {
#pragma polycc isolate
        for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); i++) {
            dst[i] = 0;
            for (int j = 0; j < k; j++)
                dst[i] += src[i + j] * m[j];
        }
    }
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {2, 3}, {8, 2}, {9, 9}, {31, 7}, {64, 20}, {100, 1}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], k = sizes[s][1];
        int *src = data_i32(n + k, 1, 100), *m = data_i32(k, 2, 50), *dst = data_i32(n, 3, 9);
        fir(n, k, src, dst, m);
        show("dst", dst, n, sizeof *dst);
        free(src);
        free(m);
        free(dst);
    }
    return 0;
}
