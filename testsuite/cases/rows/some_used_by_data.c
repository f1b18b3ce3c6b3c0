// expect: unchanged
/* Some cells of a row are found by data, or are used under a condition on data, so that the pointers stay. */
#include "bits.h"

static void count(int w, int h, const int *in, const int *map, double *restrict sums, int *restrict histogram)
{
    double *t = malloc(sizeof(double) * (size_t)w * (size_t)h);
    for (int y = 0; y < h; y++) {
        const int *row = in + y * w;
        const int *second = row + 1;
        double *to = t + y * w;
        for (int x = 0; x < w; x++) {
            histogram[row[x]]++;
            to[x] = row[map[x] % w] * 0.5;
            if (row[x] > 3)
                to[x] = to[x] + (x + 1 < w ? second[x] : 7);
        }
    }
    for (int y = 0; y < h; y++) {
        const double *from = &t[y * w];
        double sum = 0.0;
        for (int x = 0; x < w; x++)
            sum += from[x] > 0 ? from[x] : 0;
        sums[y] = sum;
    }
    free(t);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 6, 9, 74};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        int *in = data_i32((long)w * h, 3, 8), *map = data_i32(w, 4, 99), histogram[8] = {0};
        double *sums = data_f64(h, 5);
        count(w, h, in, map, sums, histogram);
        show("sums", sums, h, sizeof *sums);
        show("histogram", histogram, 8, sizeof *histogram);
        free(in);
        free(map);
        free(sums);
    }
    return 0;
}
