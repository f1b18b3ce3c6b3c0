/* Heat in a plate: two plates in turn. */
#include "program.h"

static void heat(int steps, int h, int w, double a[restrict h][w])
{
    double (*b)[w] = malloc(sizeof(double[h][w]));
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                b[y][x] = a[y][x] + 0.2 * (a[y - 1][x] + a[y + 1][x] + a[y][x - 1] + a[y][x + 1] - 4 * a[y][x]);
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                a[y][x] = b[y][x];
    }
    free(b);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double *a = doubles((size_t)w * h, 1);
    heat(steps, h, w, (void *)a);
    show("a", a, sizeof(double) * w * h);
    free(a);
    return 0;
}
