// polycc: --parallel --optimize speed --at h=4096,w=4096
// expect: contracted lo
// expect: contracted mid
// expect: contracted hi
/* The least, middle and greatest of three neighbours, used one row later, in the same row and one row before: all of
   them start as early in a chunk as the first of them has to, so that their loop tests nothing. */
#include "bits.h"

static void spread(int h, int w, const uint8_t (*restrict in)[w], uint8_t (*restrict out)[w])
{
#pragma scop
    #pragma omp parallel for if(1.0 * h * w > 2000)
    for (int chunk = 0; chunk < h; chunk += 64) {
        /* polycc: lo[i][j] -> lo[i % 3][j]; 3 * w cells instead of h * w */
        uint8_t (*lo)[w] = malloc(sizeof(uint8_t[3][w]));
        /* polycc: mid[i][j] -> mid[i % 2][j]; 2 * w cells instead of h * w */
        uint8_t (*mid)[w] = malloc(sizeof(uint8_t[2][w]));
        /* polycc: hi[i][j] -> hi[j]; w cells instead of h * w */
        uint8_t *hi = malloc(sizeof(uint8_t[w]));
        uint8_t *lo_0 = lo[0], *lo_1 = lo[2], *lo_2 = lo[1];
        uint8_t *mid_0 = mid[0], *mid_1 = mid[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < h && y < chunk + 64; y++) {
            for (int x = 1; x < w - 1; x++) {
                uint8_t a = in[y][x - 1];
                uint8_t b = in[y][x];
                uint8_t c = in[y][x + 1];
                uint8_t p = a < b ? a : b;
                uint8_t q = a < b ? b : a;
                lo_0[x] = p < c ? p : c;
                mid_0[x] = q < c ? q : (p > c ? p : c);
                hi[x] = q > c ? q : c;
            }
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < w - 1; x++)
                    out[y - 1][x] = (uint8_t)((lo_2[x] + 2 * mid_1[x] + hi[x]) / 4);
            uint8_t *lo_next = lo_2;
            lo_2 = lo_1, lo_1 = lo_0, lo_0 = lo_next;
            uint8_t *mid_next = mid_1;
            mid_1 = mid_0, mid_0 = mid_next;
        }
        free(lo);
        free(mid);
        free(hi);
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 3}, {17, 9}, {63, 5}, {64, 6}, {66, 5}, {67, 8}, {200, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        uint8_t *in = data_u8(h * w, 7, 256), *out = data_u8(h * w, 8, 256);
        spread(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
