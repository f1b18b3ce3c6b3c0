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
    /* polycc: then[i][j] -> then[0][0]; 1 cell instead of n * m */
    double **now = rows_of(n, m), **then = rows_of(1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            now[i][j] = (i * 5 + j * 3) % 7;
            then[0][0] = (i * 5 + j * 3) % 7;
        }
    for (int t = 0; t < steps; t++) {
        int chunks = n - 1 > 1 ? (n - 1 - 1) / 64 + 1 : 1;
        double (*then_ends)[m] = malloc(2 * chunks * sizeof(double[m]));
        #pragma omp parallel for
        for (int chunk = 1; chunk < n - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            /* polycc: then_rows[i][j] -> then_rows[i % 2][j]; 2 * m cells instead of (n - 1) * m */
            double (*then_rows)[m] = malloc(sizeof(double[2][m]));
            for (int i = chunk; i < n - 1 && i <= chunk + 1; i++) {
                double *then_rows_0 = then_rows[i % 2];
                for (int j = 0; j < m; j++)
                    then_rows_0[j] = now[i][j] + 0.125 * (now[i - 1][j] - 2 * now[i][j] + now[i + 1][j]);
                if (i == chunk) {
                    const double *then_rows_01 = then_rows[chunk % 2];
                    for (int j = 0; j < m; j++)
                        then_ends[ends][j] = then_rows_01[j];
                }
            }
            for (int i = chunk + 2; i < n && i <= chunk + 63; i++) {
                double *then_rows_1 = then_rows[(i - 1) % 2];
                if (i < n - 1) {
                    double *then_rows_0 = then_rows[i % 2];
                    for (int j = 0; j < m; j++)
                        then_rows_0[j] = now[i][j] + 0.125 * (now[i - 1][j] - 2 * now[i][j] + now[i + 1][j]);
                }
                for (int j = 0; j < m; j++)
                    now[i - 1][j] = then_rows_1[j];
            }
            if (n >= chunk + 65) {
                const double *then_rows_row = then_rows[(chunk + 63) % 2];
                for (int j = 0; j < m; j++)
                    then_ends[ends + 1][j] = then_rows_row[j];
            }
            free(then_rows);
        }
        #pragma omp parallel for
        for (int chunk = 1; chunk < n - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            for (int i = chunk; i < chunk + 1 && i < n - 1; i++)
                for (int j = 0; j < m; j++)
                    now[i][j] = then_ends[i - chunk + ends][j];
            for (int i = chunk + 63; i < chunk + 64 && i < n - 1; i++)
                for (int j = 0; j < m; j++)
                    now[i][j] = then_ends[i - chunk - 62 + ends][j];
        }
        free(then_ends);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = now[i][j];
    free_rows(now, n);
    free_rows(then, 1);
}

/* what stands between the loops comes before them, and a loop behind them counts */
static int life(int n, int turns, int *cells)
{
    int alive = 0, turn = 0;
    for (int t = 0; t < turns; t++) {
        turn = t;
        int chunks = n - 1 > 1 ? (n - 1 - 1) / 64 + 1 : 1;
        int *around_ends = malloc(2 * chunks * n * sizeof(int));
        #pragma omp parallel for
        for (int chunk = 1; chunk < n - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            /* polycc: around_rows[i * n + j] -> around_rows[(i % 2) * n + j]; 2 * n cells instead of (n - 1) * n */
            int *around_rows = malloc(sizeof(int) * 2 * n);
            for (int i = chunk; i < n - 1 && i <= chunk + 1; i++) {
                int *around_rows_0 = &around_rows[(i % 2) * n];
                for (int j = 1; j < n - 1; j++)
                    around_rows_0[j] = cells[(i - 1) * n + j] + cells[i * n + j - 1] + cells[i * n + j + 1] + cells[(i + 1) * n + j];
                if (i == chunk) {
                    const int *around_rows_01 = &around_rows[(chunk % 2) * n];
                    for (int j = 1; j < n - 1; j++)
                        around_ends[ends * n + j] = around_rows_01[j];
                }
            }
            for (int i = chunk + 2; i < n && i <= chunk + 63; i++) {
                int *around_rows_1 = &around_rows[((i - 1) % 2) * n];
                long cells_row = (i - 1) * (long)n;
                if (i < n - 1) {
                    int *around_rows_0 = &around_rows[(i % 2) * n];
                    for (int j = 1; j < n - 1; j++)
                        around_rows_0[j] = cells[cells_row + j] + cells[i * n + j - 1] + cells[i * n + j + 1] + cells[(i + 1) * n + j];
                }
                for (int j = 1; j < n - 1; j++)
                    cells[cells_row + j] = around_rows_1[j] == 3 || (around_rows_1[j] == 2 && cells[cells_row + j]);
            }
            if (n >= chunk + 65) {
                const int *around_rows_row = &around_rows[((chunk + 63) % 2) * n];
                for (int j = 1; j < n - 1; j++)
                    around_ends[(ends + 1) * n + j] = around_rows_row[j];
            }
            free(around_rows);
        }
        #pragma omp parallel for
        for (int chunk = 1; chunk < n - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            for (int i = chunk; i < chunk + 1 && i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    cells[i * n + j] = around_ends[(i - chunk + ends) * n + j] == 3 || (around_ends[(i - chunk + ends) * n + j] == 2 && cells[i * n + j]);
            for (int i = chunk + 63; i < chunk + 64 && i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    cells[i * n + j] = around_ends[(i - chunk - 62 + ends) * n + j] == 3 || (around_ends[(i - chunk - 62 + ends) * n + j] == 2 && cells[i * n + j]);
        }
        free(around_ends);
    }
    for (int i = 0; i < n * n; i++)
        alive += cells[i];
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
