// polycc: --transfer-reuse=off --at n=20,k=5
/* A finite impulse response, isolated as a whole: n and k elements go in, n - k + 1 come back. */
#include "bits.h"
#include "each_size.h"

static void fir(int n, int k, const int src[restrict n], int dst[restrict n - k + 1], const int m[restrict k])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n, k_local = k;
        int *src_local = malloc(k >= 1 && n >= k ? sizeof(int) * n : 1);
        int *m_local = malloc(k >= 1 && n >= k ? sizeof(int) * k : 1);
        int *dst_local = malloc(n >= k ? sizeof(int) * (n - k + 1) : 1);
        if (!src_local || !m_local || !dst_local)
            abort();
        if (k >= 1 && n >= k)
            memcpy(src_local, src, sizeof(int) * n);
        if (k >= 1 && n >= k)
            memcpy(m_local, m, sizeof(int) * k);
        for (int i = 0; i < n_local - k_local + 1; ++i) {
            int v = 0;
            for (int j = 0; j < k_local; ++j)
                v += src_local[i + j] * m_local[j];
            dst_local[i] = v;
        }
        if (n >= k)
            memcpy(dst, dst_local, sizeof(int) * (n - k + 1));
        free(dst_local);
        free(m_local);
        free(src_local);
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
