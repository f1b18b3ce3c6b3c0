// expect: contracted count
/* The game of life: all cells are written, and read only where that many neighbours leave them as they are. Compilers see
   that it is the same cell where its row has a name. */
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
                    for (int x = 1; x < w - 1; x++) {
                        int sum = 0;
                        for (int k = -1; k < 2; k++)
                            sum += cell[(k + y) * w + x - 1] + cell[(k + y) * w + x] + cell[(k + y) * w + x + 1];
                        count_0[x] = sum - cell[y * w + x];
                    }
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

/* The same with rows. */
static void live_in_rows(int turns, int h, int w, unsigned char cell[restrict h][w])
{
    /* polycc: count[i][j] -> count[i % 2][j]; 2 * w cells instead of h * w */
    unsigned char(*count)[w] = malloc(sizeof(unsigned char[2][w]));
    if (h >= 3)
        for (int t = 0; t < turns; t++) {
            unsigned char *count_0 = count[1], *count_1 = count[0];
            for (int y = 1; y < h; y++) {
                if (y < h - 1)
                    for (int x = 1; x < w - 1; x++)
                        count_0[x] = cell[y - 1][x] + cell[y + 1][x] + cell[y][x - 1] + cell[y][x + 1];
                if (y >= 2) {
                    long cell_row = y - 1;
                    for (int x = 1; x < w - 1; x++)
                        cell[cell_row][x] = count_1[x] == 3 || (cell[cell_row][x] && count_1[x] == 2);
                }
                unsigned char *count_next = count_1;
                count_1 = count_0, count_0 = count_next;
            }
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
