/* Two grids for a Poisson equation: all stages in one function. */
#include "program.h"

static void cycle(int w, int h, int fw, int fh, double u[restrict fh][fw], const double f[restrict fh][fw])
{
    double (*smoothed)[fw] = malloc(sizeof(double[fh][fw]));
    double (*left)[fw] = malloc(sizeof(double[fh][fw]));
    double (*coarse)[w] = malloc(sizeof(double[h][w]));
    double (*error)[w] = malloc(sizeof(double[h][w]));
    double (*error1)[w] = malloc(sizeof(double[h][w]));
    double (*error2)[w] = malloc(sizeof(double[h][w]));
    double (*fine)[fw] = malloc(sizeof(double[fh][fw]));
    double (*better)[fw] = malloc(sizeof(double[fh][fw]));
    for (int y = 0; y < fh; y++)
        for (int x = 0; x < fw; x++) {
            if (x == 0 || y == 0 || x == fw - 1 || y == fh - 1)
                smoothed[y][x] = u[y][x];
            else
                smoothed[y][x] = 0.2 * u[y][x] + 0.2 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x] + f[y][x]);
        }
    for (int y = 0; y < fh; y++)
        for (int x = 0; x < fw; x++) {
            if (x == 0 || y == 0 || x == fw - 1 || y == fh - 1)
                left[y][x] = 0;
            else
                left[y][x] = f[y][x] - (4 * smoothed[y][x] - smoothed[y][x - 1] - smoothed[y][x + 1] - smoothed[y - 1][x]
                                        - smoothed[y + 1][x]);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            coarse[y][x] = left[2 * y + 1][2 * x + 1] + 0.5 * (left[2 * y + 1][2 * x] + left[2 * y + 1][2 * x + 2]
                                                               + left[2 * y][2 * x + 1] + left[2 * y + 2][2 * x + 1]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            error[y][x] = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                error1[y][x] = error[y][x];
            else
                error1[y][x] = 0.2 * error[y][x] + 0.2 * (error[y][x - 1] + error[y][x + 1] + error[y - 1][x] + error[y + 1][x]
                                                          + coarse[y][x]);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                error2[y][x] = error1[y][x];
            else
                error2[y][x] = 0.2 * error1[y][x] + 0.2 * (error1[y][x - 1] + error1[y][x + 1] + error1[y - 1][x]
                                                           + error1[y + 1][x] + coarse[y][x]);
        }
    for (int y = 0; y < fh; y++)
        for (int x = 0; x < fw; x++) {
            if (x == 0 || y == 0 || x == fw - 1 || y == fh - 1)
                fine[y][x] = 0;
            else
                fine[y][x] = 0.25 * (error2[(y - 1) / 2][(x - 1) / 2] + error2[y / 2 - (y / 2 == h)][(x - 1) / 2]
                                     + error2[(y - 1) / 2][x / 2 - (x / 2 == w)]
                                     + error2[y / 2 - (y / 2 == h)][x / 2 - (x / 2 == w)]);
        }
    for (int y = 0; y < fh; y++)
        for (int x = 0; x < fw; x++)
            better[y][x] = smoothed[y][x] + fine[y][x];
    for (int y = 0; y < fh; y++)
        for (int x = 0; x < fw; x++) {
            if (x == 0 || y == 0 || x == fw - 1 || y == fh - 1)
                u[y][x] = better[y][x];
            else
                u[y][x] = 0.2 * better[y][x] + 0.2 * (better[y][x - 1] + better[y][x + 1] + better[y - 1][x] + better[y + 1][x]
                                                      + f[y][x]);
        }
    free(smoothed);
    free(left);
    free(coarse);
    free(error);
    free(error1);
    free(error2);
    free(fine);
    free(better);
}

int main(int argc, char **argv)
{
    int cycles = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    size_t n = (size_t)(2 * w + 1) * (2 * h + 1);
    double *u = doubles(n, 1), *f = doubles(n, 2);
    for (int k = 0; k < cycles; k++)
        cycle(w, h, 2 * w + 1, 2 * h + 1, (void *)u, (const void *)f);
    show("u", u, sizeof(double) * n);
    free(u);
    free(f);
    return 0;
}
