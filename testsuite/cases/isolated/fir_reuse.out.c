// polycc: --transfer-reuse --at n=20,k=5,i=2
/* Theorem 1: the first iteration loads k and k elements, each of the others one more. */
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

/* polycc: `kernel` for arrays that start at the offsets */
static void kernel_isolated(long src_window, long src_offset, long dst_offset, long m_offset, int i, int n, int k, const int src[restrict n], int dst[restrict n - k + 1],
                   const int m[restrict k])
{
    int v = 0;
    for (int j = 0; j < k; ++j)
        v += src[(i + j - src_offset) % src_window] * m[j - m_offset];
    dst[i - dst_offset] = v;
}

static void fir(int n, int k, const int src[restrict n], int dst[restrict n - k + 1], const int m[restrict k])
{
    /* polycc: what is copied here stays for all of the block */
    {
        int *m_local = malloc(k >= 1 && n >= k ? sizeof(int) * k : 1);
        if (!m_local)
            abort();
        if (k >= 1 && n >= k)
            memcpy(m_local, m, sizeof(int) * k);
        /* polycc: what is copied lasts for the whole loop */
        {
            const long src_window1 = k;
            int *src_local = malloc(k >= 1 && n >= k ? sizeof(int) * k : 1);
            if (!src_local)
                abort();
            for (int i = 0; i < n - k + 1; ++i)
                /* polycc: what follows runs in a memory space of its own */
                {
                    (void)kernel;
                    const int i_local = i, n_local = n, k_local = k;
                    int dst_local[1];
                    const long dst_offset1 = i;
                    if (i == 0 && k >= 1)
                        memcpy(src_local, src, sizeof(int) * k);
                    if (i >= 1 && k >= 1)
                        memcpy(&src_local[(k + i - 1) % src_window1], &src[k + i - 1], sizeof(int));
                    kernel_isolated(src_window1, 0, dst_offset1, 0, i_local, n_local, k_local, src_local, dst_local, m_local);
                    memcpy(&dst[i], dst_local, sizeof(int));
                }
            free(src_local);
        }
        free(m_local);
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
