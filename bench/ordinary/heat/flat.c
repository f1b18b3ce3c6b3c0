/* Heat in a plate: two plates in turn. */
#include "program.h"

static double *heat(double *a, double *b, int steps, int w, int h)
{
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                b[y * w + x] = a[y * w + x] + 0.2 * (a[(y - 1) * w + x] + a[(y + 1) * w + x] + a[y * w + x - 1]
                                                    + a[y * w + x + 1] - 4 * a[y * w + x]);
        double *other = a;
        a = b;
        b = other;
    }
    return a;
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double *a = doubles((size_t)w * h, 1), *b = doubles((size_t)w * h, 1);
    double *last = heat(a, b, steps, w, h);
    show("a", last, sizeof(double) * w * h);
    free(a);
    free(b);
    return 0;
}
