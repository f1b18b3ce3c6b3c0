/* Life on grids that change places: cells outside are left out by `continue`. */
#include <stdio.h>
#include <stdlib.h>

#include "bits.h"

static void live(int rows, int columns, int turns)
{
    /* polycc: next[i * columns + j] -> next[(i % 2) * columns + j]; 2 * columns cells instead of rows * columns */
    int *now = malloc(rows * columns * sizeof(int)), *next = malloc(sizeof(int) * 2 * columns);
    int *start = data_i32(rows * columns, 5, 3);
    for (int i = 0; i < rows * columns; i++)
        now[i] = start[i] == 0;
    if (rows >= 1)
        for (int t = 0; t < turns; t++) {
            int *next_0 = &next[0], *next_1 = &next[columns];
            for (int y = 0; y <= rows; y++) {
                if (y < rows) {
                    if (y >= 1 && y < rows - 1) {
                        for (int x = 0; x < columns; x++) {
                            /* step */
                            int alive = 0;
                            if (rows + columns >= 3) {
                                if (columns >= 2) {
                                    for (int dy = -1; dy < 2; dy++) {
                                        if (x >= 1)
                                            alive += now[(dy + y) * columns + x - 1];
                                        if (dy == -1) {
                                            alive += now[(y - 1) * columns + x];
                                        }
                                        else if (dy == 1)
                                            alive += now[(y + 1) * columns + x];
                                        if (x < columns - 1)
                                            alive += now[(dy + y) * columns + x + 1];
                                    }
                                }
                                else {
                                    if (y >= 1)
                                        alive += now[(y - 1) * columns];
                                    if (y < rows - 1)
                                        alive += now[(y + 1) * columns];
                                }
                            }
                            next_0[x] = alive == 3 || (alive == 2 && now[y * (long)columns + x]);
                        }
                    }
                    else
                        for (int x = 0; x < columns; x++) {
                            int alive = 0;
                            if (rows + columns >= 3) {
                                if (columns >= 2) {
                                    for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < rows - y; dy++) {
                                        if (x >= 1)
                                            alive += now[(dy + y) * columns + x - 1];
                                        if (dy == -1) {
                                            alive += now[(y - 1) * columns + x];
                                        }
                                        else if (dy == 1)
                                            alive += now[(y + 1) * columns + x];
                                        if (x < columns - 1)
                                            alive += now[(dy + y) * columns + x + 1];
                                    }
                                }
                                else {
                                    if (y >= 1)
                                        alive += now[(y - 1) * columns];
                                    if (y < rows - 1)
                                        alive += now[(y + 1) * columns];
                                }
                            }
                            next_0[x] = alive == 3 || (alive == 2 && now[y * (long)columns + x]);
                        }
                }
                if (y >= 1)
                    for (int x = 0; x < columns; x++)
                        now[(y - 1) * columns + x] = next_1[x];
                int *next_next = next_1;
                next_1 = next_0, next_0 = next_next;
            }
        }
    show("now", now, rows * columns, sizeof *now);
    free(start);
    free(next);
    free(now);
}

int main(void)
{
    for (int rows = 1; rows < 40; rows += 13)
        live(rows, 2 * rows + 1, rows % 4);
    return 0;
}
