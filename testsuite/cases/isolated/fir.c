// polycc: --transfer-reuse=off --at n=20,k=5
/* A finite impulse response, isolated as a whole: n and k elements go in, n - k + 1 come back. */
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
