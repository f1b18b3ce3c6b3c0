/* The game of life: neighbours are counted first, then all cells change at once. */
#include "program.h"

static void live(unsigned char *cell, int turns, int w, int h)
{
    unsigned char *count = malloc(w * h);
    for (int t = 0; t < turns; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                count[i] = cell[i - w - 1] + cell[i - w] + cell[i - w + 1] + cell[i - 1] + cell[i + 1]
                           + cell[i + w - 1] + cell[i + w] + cell[i + w + 1];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                cell[i] = count[i] == 3 || (cell[i] && count[i] == 2);
            }
    }
    free(count);
}

int main(int argc, char **argv)
{
    int turns = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    unsigned char *cells = bytes((size_t)w * h, 1);
    for (int i = 0; i < w * h; i++)
        cells[i] &= 1;
    live(cells, turns, w, h);
    show("cells", cells, (size_t)w * h);
    free(cells);
    return 0;
}
