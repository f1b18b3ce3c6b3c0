/* Life on grids that change places: cells outside are left out by `continue`. */
#include <stdio.h>
#include <stdlib.h>

#include "bits.h"

static void step(int rows, int columns, const int *now, int *next)
{
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int alive = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    if (dy == 0 && dx == 0)
                        continue;
                    if (y + dy < 0 || y + dy >= rows || x + dx < 0 || x + dx >= columns)
                        continue;
                    alive += now[(y + dy) * columns + x + dx];
                }
            next[y * columns + x] = alive == 3 || (alive == 2 && now[y * columns + x]);
        }
}

static void live(int rows, int columns, int turns)
{
    int *now = malloc(rows * columns * sizeof(int)), *next = malloc(rows * columns * sizeof(int));
    int *start = data_i32(rows * columns, 5, 3);
    for (int i = 0; i < rows * columns; i++)
        now[i] = start[i] == 0;
    for (int t = 0; t < turns; t++) {
        step(rows, columns, now, next);
        int *held = now;
        now = next;
        next = held;
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
