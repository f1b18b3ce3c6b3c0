/* Macros name the cells of grids that change places: copies stand for that as for others, with the macro where a copy names the same grid,
   and what it stands for where it names another one. So it is where a macro makes the name. */
#include "bits.h"

enum { ROWS = 620, COLUMNS = 530 };

#define CELL(grid, i, j) grid[(i) * COLUMNS + (j)]
#define U(i, j) u[(i) * COLUMNS + (j)]
#define V(i, j) v[(i) * COLUMNS + (j)]
#define NEW(i, j) (now##_next)[(i) * COLUMNS + (j)]
#define AROUND(grid, i, j) (CELL(grid, (i) - 1, j) + CELL(grid, (i) + 1, j) + CELL(grid, i, (j) - 1) + CELL(grid, i, (j) + 1))

/* The grid is an argument of the macro. */
static int alive(int steps, const int *first)
{
    int *now = calloc(ROWS * COLUMNS, sizeof *now), *next = calloc(ROWS * COLUMNS, sizeof *next), sum = 0;
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = 1; j < COLUMNS - 1; j++)
            CELL(now, i, j) = first[i * COLUMNS + j] & 1;
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 1; j < COLUMNS - 1; j++) {
                int n = AROUND(now, i, j);
                CELL(next, i, j) = n == 3 || (CELL(now, i, j) && n == 2);
            }
        int *held = now;
        now = next;
        next = held;
    }
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = 1; j < COLUMNS - 1; j++)
            sum = (31 * sum + CELL(now, i, j)) % 65521;
    free(now);
    free(next);
    return sum;
}

/* The macro knows the grid. */
static int warmth(int steps)
{
    int *u = malloc(ROWS * COLUMNS * sizeof *u), *v = malloc(ROWS * COLUMNS * sizeof *v), *w, t, sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            U(i, j) = (i * 7 + j * 3) % 11;
            V(i, j) = U(i, j);
        }
    for (t = 0; t < steps; t++) {
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 1; j < COLUMNS - 1; j++)
                V(i, j) = (U(i - 1, j) + U(i + 1, j) + U(i, j - 1) + U(i, j + 1) + 4 * U(i, j)) / 8;
        w = u;
        u = v;
        v = w;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum = (31 * sum + U(i, j)) % 65521;
    free(u);
    free(v);
    return sum;
}

/* The macro makes the name. */
static int pasted(int steps)
{
    int *now = calloc(ROWS * COLUMNS, sizeof *now), *now_next = calloc(ROWS * COLUMNS, sizeof *now), *held, sum = 0;
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = 1; j < COLUMNS - 1; j++)
            CELL(now, i, j) = (i * j) % 3;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 1; j < COLUMNS - 1; j++)
                NEW(i, j) = AROUND(now, i, j) % 7;
        held = now;
        now = now_next;
        now_next = held;
    }
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = 1; j < COLUMNS - 1; j++)
            sum = (31 * sum + CELL(now, i, j)) % 65521;
    free(now);
    free(now_next);
    return sum;
}

int main(void)
{
    int *first = data_i32(ROWS * COLUMNS, 5, 100), out[6];
    for (int steps = 2; steps < 4; steps++) {
        out[3 * steps - 6] = alive(steps, first);
        out[3 * steps - 5] = warmth(steps);
        out[3 * steps - 4] = pasted(steps);
    }
    show("out", out, 6, sizeof *out);
    free(first);
    return 0;
}
