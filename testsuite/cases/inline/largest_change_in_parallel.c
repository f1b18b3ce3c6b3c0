/* Two parallel loops in chunks, of which the second joins what it computes: the larger one, or a sum of integers, is the same in any order;
   a sum of numbers with a point isn't. */
#include "bits.h"
#include <math.h>

/* `fmax` */
static int settle(int h, int w, double least, double (*restrict now)[w])
{
    double(*next)[w] = malloc(h * sizeof *next);
    double change = 1;
    int i, j, t = 0;
    for (; t < 20 && change > least; t++) {
#pragma omp parallel for private(i, j)
        for (i = 1; i < h - 1; i++)
            for (j = 1; j < w - 1; j++)
                next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
        change = 0;
#pragma omp parallel for reduction(max : change) private(i, j)
        for (i = 1; i < h - 1; i++)
            for (j = 1; j < w - 1; j++) {
                change = fmax(fabs(next[i][j] - now[i][j]), change);
                now[i][j] = next[i][j];
            }
    }
    free(next);
    return t;
}

/* a condition, and a count beside it */
static int spread(int h, int w, int steps, int (*restrict now)[w], int *most)
{
    int(*next)[w] = malloc(h * sizeof *next);
    int changed = 0, largest = 0;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                next[i][j] = (now[i - 1][j] + now[i + 1][j]) / 2;
#pragma omp parallel for reduction(+ : changed) reduction(max : largest)
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++) {
                if (next[i][j] != now[i][j])
                    changed++;
                if (next[i][j] > largest)
                    largest = next[i][j];
                now[i][j] = next[i][j];
            }
    }
    free(next);
    *most = largest;
    return changed;
}

/* stays: in another order the sum has other bits */
static double sum_up(int h, int w, int steps, double (*restrict now)[w])
{
    double(*next)[w] = malloc(h * sizeof *next);
    double sum = 0;
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++)
                next[i][j] = (now[i - 1][j] + now[i + 1][j]) / 2;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 1; i < h - 1; i++)
            for (int j = 0; j < w; j++) {
                sum += next[i][j];
                now[i][j] = next[i][j];
            }
    }
    free(next);
    return sum;
}

int main(void)
{
    static const int sizes[][2] = { { 3, 3 }, { 40, 7 }, { 200, 31 }, { 129, 64 } };
    for (int s = 0; s < 4; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *grid = data_f64((long)h * w, s);
        int *counts = data_i32((long)h * w, s + 9, 1000), largest;
        int turns = settle(h, w, 1e-3, (void *)grid);
        show("turns", &turns, 1, sizeof turns);
        show("grid", grid, (long)h * w, sizeof *grid);
        int changed = spread(h, w, 3, (void *)counts, &largest);
        show("changed", &changed, 1, sizeof changed);
        show("largest", &largest, 1, sizeof largest);
        show("counts", counts, (long)h * w, sizeof *counts);
        double sum = sum_up(h, w, 1, (void *)grid);
        show("is positive", &(char){ sum > 0 }, 1, 1);
        free(grid);
        free(counts);
    }
    return 0;
}
