// polycc: --tile=4 --transfer-reuse --at n=20,k=5,t=4
/* A finite impulse response in tiles of results: the first loads what it needs, each of the others the samples that are
   new, so that n and k elements go in all in all. */
#include "bits.h"
#include "each_size.h"

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
            const long src_window = k + 3;
            int *src_local = malloc(k >= 1 && n >= k ? sizeof(int) * (k + 3) : 1);
            if (!src_local)
                abort();
            for (long t = 0; t <= (long)n - (long)k; t += 4) {
                /* polycc: what follows runs in a memory space of its own */
                {
                    const int n_local = n, k_local = k;
                    const long t_local = t;
                    const long src_extent = n < k + 3 ? n : k + 3;
                    const long src_extent1 = 4 < n - k - t + 1 ? 4 : n - k - t + 1;
                    int *dst_local = malloc(sizeof(int) * src_extent1);
                    const long dst_offset = t;
                    if (!dst_local)
                        abort();
                    if (t == 0 && k >= 1)
                        memcpy(src_local, src, sizeof(int) * src_extent);
                    if (t >= 4 && t % 4 == 0 && k >= 1) {
                        const long start = (k + t - 1) % src_window;
                        const long head = src_window - start < src_extent1 ? src_window - start : src_extent1;
                        memcpy(&src_local[start], &src[k + t - 1], sizeof(int) * head);
                        if (head < src_extent1)
                            memcpy(src_local, &src[k + t + head - 1], sizeof(int) * (src_extent1 - head));
                    }
                    for (int i = t_local; i <= n_local - k_local && i <= t_local + 3; i++) {
                        int v = 0;
                        for (int j = 0; j < k_local; j++)
                            v += src_local[(i + j) % src_window] * m_local[j];
                        dst_local[i - dst_offset] = v;
                    }
                    memcpy(&dst[t], dst_local, sizeof(int) * src_extent1);
                    free(dst_local);
                }
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
