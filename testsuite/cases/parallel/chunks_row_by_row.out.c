// polycc: --parallel --optimize speed --at h=1000,w=500
// says: rows don't run in fused chunks
/* Each row of the filter needs the one before: no chunk can start without all rows above it. */
#include "bits.h"

void smooth(int h, int w, const double (*restrict in)[w], double (*restrict out)[w])
{
    double (*down)[w] = malloc(sizeof(double[h][w]));
    double (*soft)[w] = malloc(sizeof(double[h][w]));
#pragma scop
    #pragma omp parallel for if(w > 50000)
    for (int x = 0; x < w; x++)
        down[0][x] = in[0][x];
    for (int y = 1; y < h; y++) {
        #pragma omp parallel for if(w > 30000)
        for (int x = 0; x < w; x++)
            down[y][x] = 0.5 * down[y - 1][x] + 0.5 * in[y][x];
    }
    #pragma omp parallel for if(1.0 * h * w > 30000)
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            soft[y][x] = 0.5 * (down[y - 1][x] + down[y][x]);
    #pragma omp parallel for if(1.0 * h * w > 30000)
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = soft[y][x] * soft[y][x];
#pragma endscop
    free(down);
    free(soft);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {9, 7}, {64, 5}, {150, 6}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *in = data_f64(h * w, 3), *out = data_f64(h * w, 4);
        smooth(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
