/* A lattice Boltzmann method with nine velocities on a plate; at the border the distributions stay. Two lattices by turns. */
#include "stencil.h"
#include <stddef.h>
#include <string.h>

size_t cells(int n)
{
    return 9 * (size_t)n * n;
}

/* A row of the lattice, without its ends; the distributions of a node lie `plane` apart, so that no write meets another. */
static void row(ptrdiff_t n, const double *restrict from, double *restrict to)
{
    const ptrdiff_t plane = n * n;
#pragma GCC ivdep
    for (ptrdiff_t j = 1; j < n - 1; j++) {
        double p0 = from[j];
        double p1 = from[j + 1 * plane - n];
        double p2 = from[j + 2 * plane - 1];
        double p3 = from[j + 3 * plane + n];
        double p4 = from[j + 4 * plane + 1];
        double p5 = from[j + 5 * plane - n - 1];
        double p6 = from[j + 6 * plane + n - 1];
        double p7 = from[j + 7 * plane + n + 1];
        double p8 = from[j + 8 * plane - n + 1];
        double density = p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8;
        double u = (p1 - p3 + p5 - p6 - p7 + p8) / density;
        double v = (p2 - p4 + p5 + p6 - p7 - p8) / density;
        double still = density * (1.0 - 1.5 * (u * u + v * v));
        to[j] = p0 + 0.6 * (4.0 / 9.0 * still - p0);
        to[j + 1 * plane] = p1 + 0.6 * (1.0 / 9.0 * (still + density * (3.0 + 4.5 * u) * u) - p1);
        to[j + 2 * plane] = p2 + 0.6 * (1.0 / 9.0 * (still + density * (3.0 + 4.5 * v) * v) - p2);
        to[j + 3 * plane] = p3 + 0.6 * (1.0 / 9.0 * (still - density * (3.0 - 4.5 * u) * u) - p3);
        to[j + 4 * plane] = p4 + 0.6 * (1.0 / 9.0 * (still - density * (3.0 - 4.5 * v) * v) - p4);
        to[j + 5 * plane] = p5 + 0.6 * (1.0 / 36.0 * (still + density * (3.0 + 4.5 * (u + v)) * (u + v)) - p5);
        to[j + 6 * plane] = p6 + 0.6 * (1.0 / 36.0 * (still + density * (3.0 + 4.5 * (v - u)) * (v - u)) - p6);
        to[j + 7 * plane] = p7 + 0.6 * (1.0 / 36.0 * (still - density * (3.0 - 4.5 * (u + v)) * (u + v)) - p7);
        to[j + 8 * plane] = p8 + 0.6 * (1.0 / 36.0 * (still - density * (3.0 - 4.5 * (v - u)) * (v - u)) - p8);
    }
}

static void step(size_t n, const double *restrict from, double *restrict to)
{
    for (size_t q = 0; q < 9; q++) {
        const double *old = from + q * n * n;
        double *new = to + q * n * n;
        memcpy(new, old, n * sizeof *new);
        for (size_t i = 1; i < n - 1; i++) {
            new[i * n] = old[i * n];
            new[i * n + n - 1] = old[i * n + n - 1];
        }
        memcpy(new + (n - 1) * n, old + (n - 1) * n, n * sizeof *new);
    }
    for (size_t i = 1; i < n - 1; i++)
        row(n, from + i * n, to + i * n);
}

void stencil(int steps, int n, double *state)
{
    double *other = malloc(cells(n) * sizeof *other), *from = state, *to = other;
    if (other == NULL)
        abort();
    for (int t = 0; t < steps; t++) {
        step(n, from, to);
        double *old = from;
        from = to;
        to = old;
    }
    if (from != state)
        memcpy(state, from, cells(n) * sizeof *state);
    free(other);
}
