// polycc: --at turns=10,w=1000,h=1000
/* A cell read again where a condition holds, by way of a local index: in the new order its subscript is as wide as
   addresses, so that compilers still make vectors of the loop. */
#include "bits.h"

static void live(unsigned char *cell, int turns, int w, int h)
{
    /* polycc: count[i * w + j] -> count[(i % 2) * w + j]; 2 * w cells instead of h * w */
    unsigned char *count = malloc(sizeof(unsigned char) * 2 * w);
    if (h >= 3)
        for (int t = 0; t < turns; t++) {
            unsigned char *count_0 = &count[w], *count_1 = &count[0];
            for (int y = 1; y < h; y++) {
                if (y < h - 1)
                    for (int x = 1; x < w - 1; x++)
                        count_0[x] = cell[(y - 1) * w + x] + cell[y * w + x - 1] + cell[y * w + x + 1] + cell[(y + 1) * w + x];
                if (y >= 2) {
                    long cell_row = (y - 1) * (long)w;
                    for (int x = 1; x < w - 1; x++)
                        cell[cell_row + x] = count_1[x] == 3 || (cell[cell_row + x] && count_1[x] == 2);
                }
                unsigned char *count_next = count_1;
                count_1 = count_0, count_0 = count_next;
            }
        }
    free(count);
}

int main(void)
{
    enum { H = 23, W = 19 };
    int *bits = data_i32(H * W, 1, 2);
    unsigned char *cell = malloc(H * W);
    for (int i = 0; i < H * W; i++)
        cell[i] = (unsigned char)bits[i];
    live(cell, 5, W, H);
    show("cell", cell, H * W, 1);
    free(bits);
    free(cell);
    return 0;
}
