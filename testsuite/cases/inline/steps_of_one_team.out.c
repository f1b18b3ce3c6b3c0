/* A team of threads runs both loops of each step, until the largest change is small; the arrays are those of the file. */
#include "bits.h"
#include <math.h>

#define SIZE 400
static double grid[SIZE][SIZE];

int main(void)
{
    int turns = 0;
    double largest = 1;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            grid[i][j] = (7 * i + j) % 1000 * 0.125;
    while (largest > 0.02 && turns < 6) {
        largest = 0;
        int chunks = SIZE - 1 > 1 ? (SIZE - 1 - 1) / 32 + 1 : 1;
        double (*next_grid_ends)[400] = malloc(2 * chunks * sizeof(double[400]));
        #pragma omp parallel for reduction(max : largest)
        for (int chunk = 1; chunk < SIZE - 1; chunk += 32) {
            int ends = (chunk - 1) / 32 * 2;
            /* polycc: next_grid_rows[i][j] -> next_grid_rows[i % 2][j]; 800 cells instead of 159600 */
            double (*next_grid_rows)[400] = malloc(sizeof(double[2][400]));
            if (399 >= chunk + 1) {
                for (int i = chunk; i <= chunk + 31 && i < 399; i++) {
                    double *next_grid_rows_0 = next_grid_rows[i % 2];
                    for (int j = 1; j < 399; j++) {
                        next_grid_rows_0[j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
                        largest = fmax(largest, fabs(next_grid_rows_0[j] - grid[i][j]));
                    }
                    if (i > chunk + 1) {
                        const double *next_grid_rows_1 = next_grid_rows[(i - 1) % 2];
                        for (int j = 1; j < 399; j++)
                            grid[i - 1][j] = next_grid_rows_1[j];
                    }
                    else if (i == chunk) {
                        const double *next_grid_rows_01 = next_grid_rows[chunk % 2];
                        for (int j = 1; j < 399; j++)
                            next_grid_ends[ends][j] = next_grid_rows_01[j];
                    }
                }
                if (399 >= chunk + 2 && chunk + 31 >= 399) {
                    const double *next_grid_rows_row = next_grid_rows[0];
                    for (int j = 1; j < 399; j++)
                        grid[398][j] = next_grid_rows_row[j];
                }
                if (399 >= chunk + 32) {
                    const double *next_grid_rows_row = next_grid_rows[(chunk + 31) % 2];
                    for (int j = 1; j < 399; j++)
                        next_grid_ends[ends + 1][j] = next_grid_rows_row[j];
                }
            }
            free(next_grid_rows);
        }
        #pragma omp parallel for
        for (int chunk = 1; chunk < SIZE - 1; chunk += 32) {
            int ends = (chunk - 1) / 32 * 2;
            for (int i = chunk; i < chunk + 1 && i < SIZE - 1; i++)
                for (int j = 1; j < SIZE - 1; j++)
                        grid[i][j] = next_grid_ends[i - chunk + ends][j];
            for (int i = chunk + 31; i < chunk + 32 && i < SIZE - 1; i++)
                for (int j = 1; j < SIZE - 1; j++)
                        grid[i][j] = next_grid_ends[i - chunk - 30 + ends][j];
        }
        free(next_grid_ends);
        turns++;
    }
    show("turns", &turns, 1, sizeof turns);
    show("largest", &largest, 1, sizeof largest);
    show("grid", grid, SIZE * SIZE, sizeof **grid);
    return 0;
}
