/* A team of threads runs both loops of each step, until the largest change is small; the arrays are those of the file. */
#include "bits.h"
#include <math.h>

#define SIZE 400
static double grid[SIZE][SIZE], next_grid[SIZE][SIZE];

int main(void)
{
    int turns = 0;
    double largest = 1;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            grid[i][j] = (7 * i + j) % 1000 * 0.125;
    while (largest > 0.02 && turns < 6) {
        largest = 0;
#pragma omp parallel
        {
#pragma omp for reduction(max : largest)
            for (int i = 1; i < SIZE - 1; i++)
                for (int j = 1; j < SIZE - 1; j++) {
                    next_grid[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
                    largest = fmax(largest, fabs(next_grid[i][j] - grid[i][j]));
                }
#pragma omp for
            for (int i = 1; i < SIZE - 1; i++)
                for (int j = 1; j < SIZE - 1; j++)
                    grid[i][j] = next_grid[i][j];
        }
        turns++;
    }
    show("turns", &turns, 1, sizeof turns);
    show("largest", &largest, 1, sizeof largest);
    show("grid", grid, SIZE * SIZE, sizeof **grid);
    return 0;
}
