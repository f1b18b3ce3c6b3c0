// expect: contracted count
/* The game of life: all cells are written, and read only where that many neighbours leave them as they are. Compilers see
   that it is the same cell where its row has a name. */
#include "bits.h"

static void live(unsigned char *cell, int turns, int w, int h)
{
    unsigned char *count = malloc(w * h);
    for (int t = 0; t < turns; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int sum = 0;
                for (int k = -1; k < 2; k++)
                    sum += cell[(y + k) * w + x - 1] + cell[(y + k) * w + x] + cell[(y + k) * w + x + 1];
                count[y * w + x] = sum - cell[y * w + x];
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int at = y * w + x;
                cell[at] = count[at] == 3 || (cell[at] && count[at] == 2);
            }
    }
    free(count);
}

/* The same with rows. */
static void live_in_rows(int turns, int h, int w, unsigned char cell[restrict h][w])
{
    unsigned char(*count)[w] = malloc(sizeof(unsigned char[h][w]));
    for (int t = 0; t < turns; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                count[y][x] = cell[y - 1][x] + cell[y + 1][x] + cell[y][x - 1] + cell[y][x + 1];
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                cell[y][x] = count[y][x] == 3 || (cell[y][x] && count[y][x] == 2);
    }
    free(count);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 3}, {2, 9}, {9, 2}, {12, 7}, {5, 30}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        unsigned char *cells = malloc((size_t)w * h);
        for (int i = 0; i < w * h; i++)
            cells[i] = i * 7 % 11 < 5;
        live(cells, 3, w, h);
        show("cells", cells, w * h, 1);
        live_in_rows(2, h, w, (void *)cells);
        show("cells", cells, w * h, 1);
        free(cells);
    }
    return 0;
}
