/* Threads compute an array and copy all of it, though its border is the same from the start: they run both for some rows at a time. A number
   says how many they are. */
#include "bits.h"

static void by_threads(int h, int w, int threads)
{
    double(*heat)[w] = malloc(h * sizeof *heat);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            heat[i][j] = (i + 2 * j) % 7;
    for (int turn = 0; turn < 5; turn++) {
        int chunks = h - 1 > 1 ? (h - 1 - 1) / 64 + 1 : 1;
        double (*heat_next_ends)[w] = malloc(2 * chunks * sizeof(double[w]));
        #pragma omp parallel for num_threads(threads)
        for (int chunk = 1; chunk < h - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            /* polycc: heat_next_rows[i][j] -> heat_next_rows[i % 2][j]; 2 * w cells instead of (h - 1) * w */
            double (*heat_next_rows)[w] = malloc(sizeof(double[2][w]));
            for (int i = chunk; i < h - 1 && i <= chunk + 1; i++) {
                double *heat_next_rows_0 = heat_next_rows[i % 2];
                for (int j = 1; j < w - 1; j++)
                    heat_next_rows_0[j] = 0.25 * (heat[i - 1][j] + heat[i + 1][j] + heat[i][j - 1] + heat[i][j + 1]);
                if (i == chunk) {
                    const double *heat_next_rows_01 = heat_next_rows[chunk % 2];
                    for (int j = 1; j < w - 1; j++)
                        heat_next_ends[ends][j] = heat_next_rows_01[j];
                }
            }
            for (int i = chunk + 2; i < h && i <= chunk + 63; i++) {
                double *heat_next_rows_1 = heat_next_rows[(i - 1) % 2];
                if (i < h - 1) {
                    double *heat_next_rows_0 = heat_next_rows[i % 2];
                    for (int j = 1; j < w - 1; j++)
                        heat_next_rows_0[j] = 0.25 * (heat[i - 1][j] + heat[i + 1][j] + heat[i][j - 1] + heat[i][j + 1]);
                }
                for (int j = 1; j < w - 1; j++)
                    heat[i - 1][j] = heat_next_rows_1[j];
            }
            if (h >= chunk + 65) {
                const double *heat_next_rows_row = heat_next_rows[(chunk + 63) % 2];
                for (int j = 1; j < w - 1; j++)
                    heat_next_ends[ends + 1][j] = heat_next_rows_row[j];
            }
            free(heat_next_rows);
        }
        #pragma omp parallel for num_threads(threads)
        for (int chunk = 1; chunk < h - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            for (int i = chunk; i < chunk + 1 && i < h - 1; i++)
                for (int j = 1; j < w - 1; j++)
                    heat[i][j] = heat_next_ends[i - chunk + ends][j];
            for (int i = chunk + 63; i < chunk + 64 && i < h - 1; i++)
                for (int j = 1; j < w - 1; j++)
                    heat[i][j] = heat_next_ends[i - chunk - 62 + ends][j];
        }
        free(heat_next_ends);
    }
    show("heat", heat, h * w, sizeof heat[0][0]);
    free(heat);
}

int main(void)
{
    by_threads(160, 90, 3);
    return 0;
}
