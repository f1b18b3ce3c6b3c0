// polycc: --at turns=10,w=1000,h=1000
/* A cell read again where a condition holds, by way of a local index: in the new order its subscript is as wide as
   addresses, so that compilers still make vectors of the loop. */
#include "bits.h"

static void live(unsigned char *cell, int turns, int w, int h)
{
    unsigned char *count = malloc(w * h);
    for (int t = 0; t < turns; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                count[i] = cell[i - w] + cell[i - 1] + cell[i + 1] + cell[i + w];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                cell[i] = count[i] == 3 || (cell[i] && count[i] == 2);
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
