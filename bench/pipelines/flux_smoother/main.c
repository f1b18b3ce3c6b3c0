/* Heat that flows the less the warmer a plate is: fluxes between cells are arrays of the step. */
#include "stages.h"

static void step(int w, int h, double u[h][w], double out[h][w])
{
    double (*k)[w] = malloc(sizeof(double[h][w]));
    double (*f)[w] = malloc(sizeof(double[h][w]));
    double (*g)[w] = malloc(sizeof(double[h][w]));
    conductivity(w, h, u, k);
    flux_x(w, h, u, k, f);
    flux_y(w, h, u, k, g);
    update(w, h, u, f, g, out);
    hold_borders(w, h, u, out);
    free(k);
    free(f);
    free(g);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double (*a)[w] = doubles((size_t)w * h, 1), (*b)[w] = doubles((size_t)w * h, 2);
    for (int t = 0; t < steps; t++) {
        step(w, h, a, b);
        double (*other)[w] = a;
        a = b;
        b = other;
    }
    show("a", a, sizeof(double) * w * h);
    free(a);
    free(b);
    return 0;
}
