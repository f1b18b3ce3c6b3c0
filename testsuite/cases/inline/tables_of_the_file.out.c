/* Tables of rows that belong to the file, of a size that does too: a function obtains them, others go through them. */
#include "bits.h"

static int size;
/* polycc: next[i][j] -> next[i % 2][j]; 2 * size cells instead of size * size */
static double **grid, **next;
static float **first;

int main(void)
{
    size = 601;
    { /* setup */
        grid = (double **)malloc(size * sizeof(double *));
        next = (double **)malloc(2 * sizeof(double *));
        for (int i = 0; i < size; i++) {
            grid[i] = (double *)malloc(size * sizeof(double));
            if (i < 2) next[i] = (double *)malloc(size * sizeof(double));
        }
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++) {
                grid[i][j] = i % 7 + (i == j);
            }
    }
    double most = 1;
    for (int turn = 0; turn < 5 && most > 1e-6; turn++)
        { /* relax */
            double relax_most = 0;
            {
                double *next_0 = next[1], *next_1 = next[0];
                for (int i = 1; i < size; i++) {
                    if (i < size - 1)
                        for (int j = 1; j < size - 1; j++) {
                            next_0[j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
                            double d = next_0[j] - grid[i][j];
                            if (d > relax_most)
                                relax_most = d;
                        }
                    if (i >= 2)
                        for (int j = 1; j < size - 1; j++)
                            grid[i - 1][j] = next_1[j];
                    double *next_next = next_1;
                    next_1 = next_0, next_0 = next_next;
                }
            }
            most = relax_most;
        }
    first = malloc(size * sizeof *first);
    for (int i = 0; i < size; i++) {
        first[i] = malloc(size * sizeof(float));
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            first[i][j] = i + 2 * j;
    for (int t = 0; t < 4; t++)
        { /* advance */
            int chunks = size - 1 > 1 ? (size - 1 - 1) / 64 + 1 : 1;
            float (*second_ends)[size] = malloc(2 * chunks * sizeof(float[size]));
            #pragma omp parallel for
            for (int chunk = 1; chunk < size - 1; chunk += 64) {
                int ends = (chunk - 1) / 64 * 2;
                /* polycc: second_rows[i][j] -> second_rows[i % 2][j]; 2 * size cells instead of (size - 1) * size */
                float (*second_rows)[size] = malloc(sizeof(float[2][size]));
                for (int i = chunk; i < size - 1 && i <= chunk + 1; i++) {
                    float *second_rows_0 = second_rows[i % 2];
                    for (int j = 0; j < size; j++)
                        second_rows_0[j] = first[i - 1][j] / 2 + first[i + 1][j] / 4;
                    if (i == chunk) {
                        const float *second_rows_01 = second_rows[chunk % 2];
                        for (int j = 0; j < size; j++)
                            second_ends[ends][j] = second_rows_01[j];
                    }
                }
                for (int i = chunk + 2; i < size && i <= chunk + 63; i++) {
                    float *second_rows_1 = second_rows[(i - 1) % 2];
                    if (i < size - 1) {
                        float *second_rows_0 = second_rows[i % 2];
                        for (int j = 0; j < size; j++)
                            second_rows_0[j] = first[i - 1][j] / 2 + first[i + 1][j] / 4;
                    }
                    for (int j = 0; j < size; j++)
                        first[i - 1][j] = second_rows_1[j];
                }
                if (size >= chunk + 65) {
                    const float *second_rows_row = second_rows[(chunk + 63) % 2];
                    for (int j = 0; j < size; j++)
                        second_ends[ends + 1][j] = second_rows_row[j];
                }
                free(second_rows);
            }
            #pragma omp parallel for
            for (int chunk = 1; chunk < size - 1; chunk += 64) {
                int ends = (chunk - 1) / 64 * 2;
                for (int i = chunk; i < chunk + 1 && i < size - 1; i++)
                    for (int j = 0; j < size; j++)
                        first[i][j] = second_ends[i - chunk + ends][j];
                for (int i = chunk + 63; i < chunk + 64 && i < size - 1; i++)
                    for (int j = 0; j < size; j++)
                        first[i][j] = second_ends[i - chunk - 62 + ends][j];
            }
            free(second_ends);
        }
    double *out = block((long)size * size, sizeof *out);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            out[i * size + j] = grid[i][j] + first[i][j];
    show("out", out, (long)size * size, sizeof *out);
    show("most", &most, 1, sizeof most);
    free(out);
    for (int i = 0; i < size; i++) {
        free(first[i]);
    }
    free(first);
    { /* cleanup */
        for (int i = 0; i < size; i++) {
            free(grid[i]);
            if (i < 2) free(next[i]);
        }
        free(grid);
        free(next);
    }
    return 0;
}
