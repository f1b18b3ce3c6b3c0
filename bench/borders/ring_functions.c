/* A wave on a ring, whose neighbours a function finds. */
#include "kernel.h"

static int around(int i, int n)
{
    if (i < 0)
        return i + n;
    if (i >= n)
        return i - n;
    return i;
}

static void wave(int n, const float *old, const float *u, float *next)
{
    for (int i = 0; i < n; i++)
        next[i] = 2 * u[i] - old[i] + 0.3f * (u[around(i - 1, n)] - 2 * u[i] + u[around(i + 1, n)]);
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    float *old = floats(cells, 1), *u = floats(cells, 2), *next = floats(cells, 3);
    double start = now();
    for (int t = 0; t < steps; t++) {
        wave(cells, old, u, next);
        float *kept = old;
        old = u;
        u = next;
        next = kept;
    }
    spent_since(start);
    show_floats("u", u, cells);
    free(old);
    free(u);
    free(next);
    return 0;
}
