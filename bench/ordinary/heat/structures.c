/* Heat in a plate: a step into a second plate, which is copied back. */
#include "program.h"

typedef struct {
    int w, h;
    double *t;
} plate;

static void heat(plate *a, int steps)
{
    double *b = malloc(sizeof(double) * a->w * a->h);
    memcpy(b, a->t, sizeof(double) * a->w * a->h);
    for (int s = 0; s < steps; s++) {
        for (int y = 1; y < a->h - 1; y++)
            for (int x = 1; x < a->w - 1; x++)
                b[y * a->w + x] = a->t[y * a->w + x]
                                  + 0.2 * (a->t[(y - 1) * a->w + x] + a->t[(y + 1) * a->w + x]
                                           + a->t[y * a->w + x - 1] + a->t[y * a->w + x + 1] - 4 * a->t[y * a->w + x]);
        memcpy(a->t, b, sizeof(double) * a->w * a->h);
    }
    free(b);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    plate a = {w, h, doubles((size_t)w * h, 1)};
    heat(&a, steps);
    show("a", a.t, sizeof(double) * w * h);
    free(a.t);
    return 0;
}
