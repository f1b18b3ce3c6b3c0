// expect: contracted level
/* A histogram touches cells that data choose; the levels of a row, which it is made of, are known. */
#include "bits.h"

static void histogram(int h, int w, const double *image, int *count, double *spread)
{
    /* polycc: level[i][j] -> level[j]; w cells instead of h * w */
    double*level = malloc(sizeof(double[w]));
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            level[x] = 8.0 + 7.5 * image[y * w + x];
        double low = 1e30, high = -1e30;
        for (int x = 0; x < w; x++) {
            int bin = (int)level[x];
            count[bin]++;
            if (level[x] < low)
                low = level[x];
            high = level[x] > high ? level[x] : high;
        }
        spread[y] = high - low;
        while (spread[y] > 1.0)
            spread[y] *= 0.5;
    }
    free(level);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 72};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        double *image = data_f64((long)h * w, 3), *spread = data_f64(h, 4);
        int count[16] = {0};
        histogram(h, w, image, count, spread);
        show("count", count, 16, sizeof *count);
        show("spread", spread, h, sizeof *spread);
        free(image);
        free(spread);
    }
    return 0;
}
