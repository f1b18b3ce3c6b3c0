// polycc: --transfer-overlap --at n=20,k=5,i=2
/* Transfers run while other iterations work: a window of k + 1 elements, and two for the result. */
#include "bits.h"
#include "each_size.h"

static void kernel(int i, int n, int k, const int src[restrict n], int dst[restrict n - k + 1],
                   const int m[restrict k])
{
    int v = 0;
    for (int j = 0; j < k; ++j)
        v += src[i + j] * m[j];
    dst[i] = v;
}

static void fir(int n, int k, const int src[restrict n], int dst[restrict n - k + 1], const int m[restrict k])
{
    for (int i = 0; i < n - k + 1; ++i)
#pragma polycc isolate
        kernel(i, n, k, src, dst, m);
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
