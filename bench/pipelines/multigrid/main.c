/* Two grids for a Poisson equation: smooth, take what is left to the coarse grid, smooth there, bring it back. */
#include "stages.h"

/* w and h are the coarse grid's. */
static void cycle(double *u, const double *f, int w, int h)
{
    int fw = 2 * w + 1, fh = 2 * h + 1;
    double *smoothed = malloc((size_t)fw * fh * sizeof(double));
    double *left = malloc((size_t)fw * fh * sizeof(double));
    double *coarse = malloc((size_t)w * h * sizeof(double));
    double *error = malloc((size_t)w * h * sizeof(double));
    double *other = malloc((size_t)w * h * sizeof(double));
    smooth(u, f, smoothed, fw, fh);
    residual(smoothed, f, left, fw, fh);
    coarsen(left, coarse, w, h);
    clear(error, w * h);
    smooth(error, coarse, other, w, h);
    smooth(other, coarse, error, w, h);
    refine(error, left, w, h);
    correct(smoothed, left, fw, fh);
    smooth(smoothed, f, u, fw, fh);
    free(smoothed);
    free(left);
    free(coarse);
    free(error);
    free(other);
}

int main(int argc, char **argv)
{
    int cycles = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    size_t n = (size_t)(2 * w + 1) * (2 * h + 1);
    double *u = doubles(n, 1), *f = doubles(n, 2);
    for (int k = 0; k < cycles; k++)
        cycle(u, f, w, h);
    show("u", u, sizeof(double) * n);
    free(u);
    free(f);
    return 0;
}
