// polycc: --transfer-reuse --at n=40,k=5,ii=8
/* A filter by blocks of 8: what is loaded slides through a buffer of k + 7 elements, at whose end a copy goes on at its
   start. */
#include "bits.h"

static void fir(int n, int k, const int src[restrict n + k], int dst[restrict n], const int m[restrict k])
{
    /* polycc: what is copied here stays for all of the block */
    {
        int *m_local = malloc(n >= 1 && k >= 1 ? sizeof(int) * k : 1);
        if (!m_local)
            abort();
        if (n >= 1 && k >= 1)
            memcpy(m_local, m, sizeof(int) * k);
        /* polycc: what is copied lasts for the whole loop */
        {
            const long src_window = k + 7;
            int *src_local = malloc(n >= 1 && k >= 1 ? sizeof(int) * (k + 7) : 1);
            if (!src_local)
                abort();
            for (int ii = 0; ii < n; ii += 8) {
                /* polycc: what follows runs in a memory space of its own */
                {
                    const int ii_local = ii, n_local = n, k_local = k;
                    const long dst_extent = 8 < n - ii ? 8 : n - ii;
                    const long src_extent = n + k - 1 < k + 7 ? n + k - 1 : k + 7;
                    int *dst_local = malloc(sizeof(int) * dst_extent);
                    const long dst_offset = ii;
                    if (!dst_local)
                        abort();
                    if (ii == 0 && k >= 1)
                        memcpy(src_local, src, sizeof(int) * src_extent);
                    if (ii >= 8 && ii % 8 == 0 && k >= 1) {
                        const long start = (k + ii - 1) % src_window;
                        const long head = src_window - start < dst_extent ? src_window - start : dst_extent;
                        memcpy(&src_local[start], &src[k + ii - 1], sizeof(int) * head);
                        if (head < dst_extent)
                            memcpy(src_local, &src[k + ii + head - 1], sizeof(int) * (dst_extent - head));
                    }
                    for (int i = ii_local; i < (ii_local + 8 < n_local ? ii_local + 8 : n_local); i++) {
                        dst_local[i - dst_offset] = 0;
                        for (int j = 0; j < k_local; j++)
                            dst_local[i - dst_offset] += src_local[(i + j) % src_window] * m_local[j];
                    }
                    memcpy(&dst[ii], dst_local, sizeof(int) * dst_extent);
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
