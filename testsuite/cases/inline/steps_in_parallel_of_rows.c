/* Steps in time as parallel loops, over rows that tables of pointers lead to, and over cells that loops count. */
#include "bits.h"

static double **rows_of(int n, int m)
{
    double **rows = malloc(n * sizeof(double *));
    for (int i = 0; i < n; i++)
        rows[i] = malloc(m * sizeof(double));
    return rows;
}

static void free_rows(double **rows, int n)
{
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
}

static void waves(int n, int m, int steps, double *out)
{
    double **now = rows_of(n, m), **then = rows_of(n, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            now[i][j] = (i * 5 + j * 3) % 7;
            then[i][j] = (i * 5 + j * 3) % 7;
        }
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < m; j++)
                then[i][j] = now[i][j] + 0.125 * (now[i - 1][j] - 2 * now[i][j] + now[i + 1][j]);
        double **held = now;
        now = then;
        then = held;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = now[i][j];
    free_rows(now, n);
    free_rows(then, n);
}

/* what stands between the loops comes before them, and a loop behind them counts */
static int life(int n, int turns, int *cells)
{
    int alive = 0, turn = 0;
    int *around = malloc(n * n * sizeof *around);
    for (int t = 0; t < turns; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                around[i * n + j] = cells[(i - 1) * n + j] + cells[i * n + j - 1] + cells[i * n + j + 1] + cells[(i + 1) * n + j];
        turn = t;
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                cells[i * n + j] = around[i * n + j] == 3 || (around[i * n + j] == 2 && cells[i * n + j]);
    }
    for (int i = 0; i < n * n; i++)
        alive += cells[i];
    free(around);
    return alive + turn;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 17, 64, 66, 67, 68, 130, 150};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        for (int steps = 0; steps < 4; steps++) {
            double *out = data_f64(n * 5, 1);
            waves(n, 5, steps, out);
            show("waves", out, n * 5, sizeof *out);
            int *cells = data_i32(n * n, 4, 2);
            int alive = life(n, steps, cells);
            show("cells", cells, n * n, sizeof *cells);
            show("alive", &alive, 1, sizeof alive);
            free(out);
            free(cells);
        }
    }
    return 0;
}
