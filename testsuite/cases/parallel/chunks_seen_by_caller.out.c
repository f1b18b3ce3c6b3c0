// polycc: --parallel --optimize speed --at h=1000,w=500
// expect: kept edges
/* The caller sees `edges`, of which later rows read earlier ones: no row of it is computed twice, so rows don't run in
   chunks. */
#include "bits.h"

void outline(int h, int w, const double (*restrict in)[w], double (*restrict edges)[w], double (*restrict out)[w])
{
    double (*soft)[w] = malloc(sizeof(double[h][w]));
#pragma scop
    #pragma omp parallel for if(1.0 * h * w > 30000)
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            soft[y][x] = 0.5 * (in[y][x - 1] + in[y][x]);
    #pragma omp parallel for if(1.0 * h * w > 30000)
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            edges[y][x] = soft[y][x] - soft[y - 1][x];
    #pragma omp parallel for if(1.0 * h * w > 30000)
    for (int y = 2; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y][x] = edges[y][x] * edges[y - 1][x];
#pragma endscop
    free(soft);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {9, 7}, {64, 5}, {150, 6}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *in = data_f64(h * w, 3), *edges = data_f64(h * w, 4), *out = data_f64(h * w, 5);
        outline(h, w, (void *)in, (void *)edges, (void *)out);
        show("edges", edges, h * w, sizeof *edges);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(edges);
        free(out);
    }
    return 0;
}
