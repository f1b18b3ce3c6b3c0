/* The game of life: neighbours are counted first, then all cells change at once. */
#include "program.h"

static void live(int turns, int h, int w, unsigned char cell[restrict h][w])
{
    int (*count)[w] = malloc(sizeof(int[h][w]));
    for (int t = 0; t < turns; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                count[y][x] = -cell[y][x];
                for (int j = -1; j <= 1; j++)
                    for (int i = -1; i <= 1; i++)
                        count[y][x] += cell[y + j][x + i];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                cell[y][x] = count[y][x] == 3 || (cell[y][x] && count[y][x] == 2);
    }
    free(count);
}

int main(int argc, char **argv)
{
    int turns = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    unsigned char *cells = bytes((size_t)w * h, 1);
    for (int i = 0; i < w * h; i++)
        cells[i] &= 1;
    live(turns, h, w, (void *)cells);
    show("cells", cells, (size_t)w * h);
    free(cells);
    return 0;
}
