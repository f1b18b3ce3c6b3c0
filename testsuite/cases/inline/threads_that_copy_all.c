/* Threads compute an array and copy all of it, though its border is the same from the start: they run both for some rows at a time. A number
   says how many they are. */
#include "bits.h"

static void by_threads(int h, int w, int threads)
{
    double(*heat)[w] = malloc(h * sizeof *heat);
    double(*heat_next)[w] = malloc(h * sizeof *heat_next);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            heat[i][j] = heat_next[i][j] = (i + 2 * j) % 7;
    for (int turn = 0; turn < 5; turn++) {
#pragma omp parallel for num_threads(threads)
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                heat_next[i][j] = 0.25 * (heat[i - 1][j] + heat[i + 1][j] + heat[i][j - 1] + heat[i][j + 1]);
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                heat[i][j] = heat_next[i][j];
    }
    show("heat", heat, h * w, sizeof heat[0][0]);
    free(heat);
    free(heat_next);
}

int main(void)
{
    by_threads(160, 90, 3);
    return 0;
}
