/* Tables of rows that belong to the file, of a size that does too: a function obtains them, others go through them. */
#include "bits.h"

static int size;
static double **grid, **next;
static float **first, **second;

static void setup(void)
{
    grid = (double **)malloc(size * sizeof(double *));
    next = (double **)malloc(size * sizeof(double *));
    for (int i = 0; i < size; i++) {
        grid[i] = (double *)malloc(size * sizeof(double));
        next[i] = (double *)malloc(size * sizeof(double));
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            grid[i][j] = i % 7 + (i == j);
            next[i][j] = 0;
        }
}

static double relax(void)
{
    double most = 0;
    for (int i = 1; i < size - 1; i++)
        for (int j = 1; j < size - 1; j++) {
            next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
            double d = next[i][j] - grid[i][j];
            if (d > most)
                most = d;
        }
    for (int i = 1; i < size - 1; i++)
        for (int j = 1; j < size - 1; j++)
            grid[i][j] = next[i][j];
    return most;
}

static void cleanup(void)
{
    for (int i = 0; i < size; i++) {
        free(grid[i]);
        free(next[i]);
    }
    free(grid);
    free(next);
}

/* threads share the rows */
static void advance(void)
{
#pragma omp parallel for
    for (int i = 1; i < size - 1; i++)
        for (int j = 0; j < size; j++)
            second[i][j] = first[i - 1][j] / 2 + first[i + 1][j] / 4;
#pragma omp parallel for
    for (int i = 1; i < size - 1; i++)
        for (int j = 0; j < size; j++)
            first[i][j] = second[i][j];
}

int main(void)
{
    size = 601;
    setup();
    double most = 1;
    for (int turn = 0; turn < 5 && most > 1e-6; turn++)
        most = relax();
    first = malloc(size * sizeof *first);
    second = malloc(size * sizeof *second);
    for (int i = 0; i < size; i++) {
        first[i] = malloc(size * sizeof(float));
        second[i] = malloc(size * sizeof(float));
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            first[i][j] = i + 2 * j;
    for (int t = 0; t < 4; t++)
        advance();
    double *out = block((long)size * size, sizeof *out);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            out[i * size + j] = grid[i][j] + first[i][j];
    show("out", out, (long)size * size, sizeof *out);
    show("most", &most, 1, sizeof most);
    free(out);
    for (int i = 0; i < size; i++) {
        free(first[i]);
        free(second[i]);
    }
    free(first);
    free(second);
    cleanup();
    return 0;
}
