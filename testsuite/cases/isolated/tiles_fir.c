// polycc: --tile=4 --transfer-reuse --at n=20,k=5,t=4
/* A finite impulse response in tiles of results: the first loads what it needs, each of the others the samples that are
   new, so that n and k elements go in all in all. */
#include "bits.h"
#include "each_size.h"

static void fir(int n, int k, const int src[restrict n], int dst[restrict n - k + 1], const int m[restrict k])
{
#pragma polycc isolate
    for (int i = 0; i < n - k + 1; ++i) {
        int v = 0;
        for (int j = 0; j < k; ++j)
            v += src[i + j] * m[j];
        dst[i] = v;
    }
}

int main(void)
{
    each_size(n) each_size(k) {
        int *src = data_i32(n, 1, 100), *m = data_i32(k, 2, 50), *dst = data_i32(n - k + 1, 3, 9);
        fir(n, k, src, dst, m);
        show("dst", dst, n - k + 1, sizeof *dst);
        free(src);
        free(m);
        free(dst);
    }
    return 0;
}
