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
    /* polycc: next[530 * i + j] -> next[530 * (i % 2) + j]; 1060 cells instead of 328600 */
    int *now = calloc(ROWS * COLUMNS, sizeof *now), *next = malloc(sizeof(int) * 1060), sum = 0;
    for (int i = 1; i < 619; i++)
        for (int j = 1; j < 529; j++)
            now[530 * i + j] = first[530 * i + j] & 1;
    for (int s = 0; s < steps; s++) {
        int *next_0 = &next[530], *next_1 = &next[0];
        for (int i = 1; i < 620; i++) {
            if (i < 619)
                for (int j = 1; j < 529; j++) {
                    int n = (now[530 * i + j - 530] + now[530 * i + j + 530] + now[530 * i + j - 1] + now[530 * i + j + 1]);
                    next_0[j] = n == 3 || (now[i * 530L + j] && n == 2);
                }
            if (i >= 2)
                for (int j = 1; j < 529; j++)
                    now[530 * i + j - 530] = next_1[j];
            int *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
    for (int i = 1; i < 619; i++)
        for (int j = 1; j < 529; j++)
            sum = (31 * sum + now[530 * i + j]) % 65521;
    free(now);
    free(next);
    return sum;
}

/* The macro knows the grid. */
static int warmth(int steps)
{
    /* polycc: v[530 * i + j] -> v[530 * (i % 2) + j]; 1060 cells instead of 328600 */
    int *u = malloc(ROWS * COLUMNS * sizeof *u), *v = malloc(sizeof(int) * 1060), t, sum = 0;
    for (int i = 0; i < 620; i++)
        for (int j = 0; j < 530; j++)
            u[530 * i + j] = (i * 7 + j * 3) % 11;
    for (t = 0; t < steps; t++) {
        int *v_0 = &v[530], *v_1 = &v[0];
        for (int i = 1; i < 620; i++) {
            if (i < 619)
                for (int j = 1; j < 529; j++)
                    v_0[j] = (u[530 * i + j - 530] + u[530 * i + j + 530] + u[530 * i + j - 1] + u[530 * i + j + 1] + 4 * u[530 * i + j]) / 8;
            if (i >= 2)
                for (int j = 1; j < 529; j++)
                    u[530 * i + j - 530] = v_1[j];
            int *v_next = v_1;
            v_1 = v_0, v_0 = v_next;
        }
    }
    for (int i = 0; i < 620; i++)
        for (int j = 0; j < 530; j++)
            sum = (31 * sum + u[530 * i + j]) % 65521;
    free(u);
    free(v);
    return sum;
}

/* The macro makes the name. */
static int pasted(int steps)
{
    /* polycc: now_next[530 * i + j] -> now_next[530 * (i % 2) + j]; 1060 cells instead of 328600 */
    int *now = calloc(ROWS * COLUMNS, sizeof *now), *now_next = malloc(sizeof(int) * 1060), sum = 0;
    for (int i = 1; i < 619; i++)
        for (int j = 1; j < 529; j++)
            now[530 * i + j] = (i * j) % 3;
    for (int t = 0; t < steps; t++) {
        int *now_next_0 = &now_next[530], *now_next_1 = &now_next[0];
        for (int i = 1; i < 620; i++) {
            if (i < 619)
                for (int j = 1; j < 529; j++)
                    now_next_0[j] = (now[530 * i + j - 530] + now[530 * i + j + 530] + now[530 * i + j - 1] + now[530 * i + j + 1]) % 7;
            if (i >= 2)
                for (int j = 1; j < 529; j++)
                    now[530 * i + j - 530] = now_next_1[j];
            int *now_next_next = now_next_1;
            now_next_1 = now_next_0, now_next_0 = now_next_next;
        }
    }
    for (int i = 1; i < 619; i++)
        for (int j = 1; j < 529; j++)
            sum = (31 * sum + now[530 * i + j]) % 65521;
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
