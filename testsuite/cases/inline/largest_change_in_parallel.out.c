/* Two parallel loops in chunks, of which the second joins what it computes: the larger one, or a sum of integers, is the same in any order;
   a sum of numbers with a point isn't. */
#include "bits.h"
#include <math.h>

/* `fmax` */
static int settle(int h, int w, double least, double (*restrict now)[w])
{
    double change = 1;
    int i, j, t = 0;
    for (; t < 20 && change > least; t++) {
        change = 0;
        int chunks = h - 1 > 1 ? (h - 1 - 1) / 64 + 1 : 1;
        double (*next_ends)[w] = malloc(2 * chunks * sizeof(double[w]));
        #pragma omp parallel for private(i, j) reduction(max : change)
        for (int chunk = 1; chunk < h - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            /* polycc: next_rows[i][j] -> next_rows[i % 2][j]; 2 * w cells instead of (h - 1) * w */
            double (*next_rows)[w] = malloc(sizeof(double[2][w]));
            for (i = chunk; i < h - 1 && i <= chunk + 1; i++) {
                double *next_rows_0 = next_rows[i % 2];
                for (j = 1; j < w - 1; j++)
                    next_rows_0[j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
                if (i == chunk) {
                    const double *next_rows_01 = next_rows[chunk % 2];
                    for (j = 1; j < w - 1; j++)
                        next_ends[ends][j] = next_rows_01[j];
                }
            }
            for (i = chunk + 2; i < h && i <= chunk + 63; i++) {
                double *next_rows_1 = next_rows[(i - 1) % 2];
                if (i < h - 1) {
                    double *next_rows_0 = next_rows[i % 2];
                    for (j = 1; j < w - 1; j++)
                        next_rows_0[j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
                }
                for (j = 1; j < w - 1; j++) {
                    change = fmax(fabs(next_rows_1[j] - now[i - 1][j]), change);
                    now[i - 1][j] = next_rows_1[j];
                }
            }
            if (h >= chunk + 65) {
                const double *next_rows_row = next_rows[(chunk + 63) % 2];
                for (j = 1; j < w - 1; j++)
                    next_ends[ends + 1][j] = next_rows_row[j];
            }
            free(next_rows);
        }
        #pragma omp parallel for private(i, j) reduction(max : change)
        for (int chunk = 1; chunk < h - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            for (i = chunk; i < chunk + 1 && i < h - 1; i++)
                for (j = 1; j < w - 1; j++) {
                    change = fmax(fabs(next_ends[i - chunk + ends][j] - now[i][j]), change);
                    now[i][j] = next_ends[i - chunk + ends][j];
                }
            for (i = chunk + 63; i < chunk + 64 && i < h - 1; i++)
                for (j = 1; j < w - 1; j++) {
                    change = fmax(fabs(next_ends[i - chunk - 62 + ends][j] - now[i][j]), change);
                    now[i][j] = next_ends[i - chunk - 62 + ends][j];
                }
        }
        free(next_ends);
    }
    return t;
}

/* a condition, and a count beside it */
static int spread(int h, int w, int steps, int (*restrict now)[w], int *most)
{
    int changed = 0, largest = 0;
    for (int t = 0; t < steps; t++) {
        int chunks = h - 1 > 1 ? (h - 1 - 1) / 64 + 1 : 1;
        int (*next_ends)[w] = malloc(2 * chunks * sizeof(int[w]));
        #pragma omp parallel for reduction(+ : changed) reduction(max : largest)
        for (int chunk = 1; chunk < h - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            /* polycc: next_rows[i][j] -> next_rows[i % 2][j]; 2 * w cells instead of (h - 1) * w */
            int (*next_rows)[w] = malloc(sizeof(int[2][w]));
            for (int i = chunk; i < h - 1 && i <= chunk + 1; i++) {
                int *next_rows_0 = next_rows[i % 2];
                for (int j = 0; j < w; j++)
                    next_rows_0[j] = (now[i - 1][j] + now[i + 1][j]) / 2;
                if (i == chunk) {
                    const int *next_rows_01 = next_rows[chunk % 2];
                    for (int j = 0; j < w; j++)
                        next_ends[ends][j] = next_rows_01[j];
                }
            }
            for (int i = chunk + 2; i < h && i <= chunk + 63; i++) {
                int *next_rows_1 = next_rows[(i - 1) % 2];
                if (i < h - 1) {
                    int *next_rows_0 = next_rows[i % 2];
                    for (int j = 0; j < w; j++)
                        next_rows_0[j] = (now[i - 1][j] + now[i + 1][j]) / 2;
                }
                for (int j = 0; j < w; j++) {
                    if (next_rows_1[j] != now[i - 1][j])
                        changed++;
                    if (next_rows_1[j] > largest)
                        largest = next_rows_1[j];
                    now[i - 1][j] = next_rows_1[j];
                }
            }
            if (h >= chunk + 65) {
                const int *next_rows_row = next_rows[(chunk + 63) % 2];
                for (int j = 0; j < w; j++)
                    next_ends[ends + 1][j] = next_rows_row[j];
            }
            free(next_rows);
        }
        #pragma omp parallel for reduction(+ : changed) reduction(max : largest)
        for (int chunk = 1; chunk < h - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            for (int i = chunk; i < chunk + 1 && i < h - 1; i++)
                for (int j = 0; j < w; j++) {
                    if (next_ends[i - chunk + ends][j] != now[i][j])
                        changed++;
                    if (next_ends[i - chunk + ends][j] > largest)
                        largest = next_ends[i - chunk + ends][j];
                    now[i][j] = next_ends[i - chunk + ends][j];
                }
            for (int i = chunk + 63; i < chunk + 64 && i < h - 1; i++)
                for (int j = 0; j < w; j++) {
                    if (next_ends[i - chunk - 62 + ends][j] != now[i][j])
                        changed++;
                    if (next_ends[i - chunk - 62 + ends][j] > largest)
                        largest = next_ends[i - chunk - 62 + ends][j];
                    now[i][j] = next_ends[i - chunk - 62 + ends][j];
                }
        }
        free(next_ends);
    }
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
