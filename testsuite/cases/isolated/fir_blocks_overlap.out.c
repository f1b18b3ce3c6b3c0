// polycc: --transfer-overlap --at n=40,k=5,ii=8
/* A filter by blocks of 8, while which the next block is loaded and the last one stored: windows of k + 15 and of 16
   elements. */
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
            const long src_window = k + 15;
            int dst_local[16];
            int *src_local = malloc(n >= 1 && k >= 1 ? sizeof(int) * (k + 15) : 1);
            if (!src_local)
                abort();
            for (int ii = 0; ii < n; ii += 8) {
                /* polycc: what follows runs in a memory space of its own */
                {
                    const int ii_local = ii, n_local = n, k_local = k;
                    const long src_extent = n + k - 1 < k + 7 ? n + k - 1 : k + 7;
                    const long src_extent1 = 8 < n - ii - 8 ? 8 : n - ii - 8;
                    if (ii == 0 && k >= 1)
                        memcpy(src_local, src, sizeof(int) * src_extent);
                    if (ii >= 8 && ii % 8 == 0) {
                        const long start = (ii - 8) % 16;
                        const long head = 16 - start < 8 ? 16 - start : 8;
                        memcpy(&dst[ii - 8], &dst_local[start], sizeof(int) * head);
                        if (head < 8)
                            memcpy(&dst[ii + head - 8], dst_local, sizeof(int) * (8 - head));
                    }
                    if (n >= ii + 9 && ii % 8 == 0 && k >= 1) {
                        const long start = (k + ii + 7) % src_window;
                        const long head = src_window - start < src_extent1 ? src_window - start : src_extent1;
                        memcpy(&src_local[start], &src[k + ii + 7], sizeof(int) * head);
                        if (head < src_extent1)
                            memcpy(src_local, &src[k + ii + head + 7], sizeof(int) * (src_extent1 - head));
                    }
                    for (int i = ii_local; i < (ii_local + 8 < n_local ? ii_local + 8 : n_local); i++) {
                        dst_local[(i) % 16] = 0;
                        for (int j = 0; j < k_local; j++)
                            dst_local[(i) % 16] += src_local[(i + j) % src_window] * m_local[j];
                    }
                    if (ii + 8 >= n && ii % 8 == 0) {
                        const long start = ii % 16;
                        const long head = 16 - start < n - ii ? 16 - start : n - ii;
                        memcpy(&dst[ii], &dst_local[start], sizeof(int) * head);
                        if (head < n - ii)
                            memcpy(&dst[ii + head], dst_local, sizeof(int) * (n - ii - head));
                    }
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
