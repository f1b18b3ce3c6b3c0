/* A chain of bodies on springs: distances of neighbours, forces, sums of forces, and a step of all bodies. */
#include "program.h"
#include <math.h>

struct vectors {
    double *x, *y, *z;
};

struct bodies {
    int n;
    struct vectors at, speed;
};

static struct vectors vectors_new(int n)
{
    struct vectors v = {malloc(n * sizeof(double)), malloc(n * sizeof(double)), malloc(n * sizeof(double))};
    return v;
}

static void vectors_free(struct vectors *v)
{
    free(v->x);
    free(v->y);
    free(v->z);
}

static void differences(const struct bodies *b, struct vectors *d)
{
    for (int i = 0; i < b->n - 1; i++) {
        d->x[i] = b->at.x[i + 1] - b->at.x[i];
        d->y[i] = b->at.y[i + 1] - b->at.y[i];
        d->z[i] = b->at.z[i + 1] - b->at.z[i];
    }
}

static void lengths(const struct vectors *d, double *length, int n)
{
    for (int i = 0; i < n; i++)
        length[i] = sqrt(d->x[i] * d->x[i] + d->y[i] * d->y[i] + d->z[i] * d->z[i]) + 1e-6;
}

static void springs(const struct vectors *d, const double *length, struct vectors *force, int n, double stiffness)
{
    for (int i = 0; i < n; i++) {
        double f = stiffness * (length[i] - 0.5) / length[i];
        force->x[i] = f * d->x[i];
        force->y[i] = f * d->y[i];
        force->z[i] = f * d->z[i];
    }
}

static double along(const double *force, int i, int n)
{
    return (i < n - 1 ? force[i] : 0) - (i > 0 ? force[i - 1] : 0);
}

static void kick(struct bodies *b, const struct vectors *force, double dt)
{
    for (int i = 0; i < b->n; i++) {
        b->speed.x[i] += dt * along(force->x, i, b->n);
        b->speed.y[i] += dt * along(force->y, i, b->n);
        b->speed.z[i] += dt * along(force->z, i, b->n);
    }
}

static void drift(struct bodies *b, double dt)
{
    for (int i = 0; i < b->n; i++) {
        b->at.x[i] += dt * b->speed.x[i];
        b->at.y[i] += dt * b->speed.y[i];
        b->at.z[i] += dt * b->speed.z[i];
    }
}

static void step(struct bodies *b, double dt)
{
    if (b->n < 2)
        return;
    struct vectors d = vectors_new(b->n), force = vectors_new(b->n);
    double *length = malloc(b->n * sizeof(double));
    differences(b, &d);
    lengths(&d, length, b->n - 1);
    springs(&d, length, &force, b->n - 1, 3);
    kick(b, &force, dt);
    drift(b, dt);
    vectors_free(&d);
    vectors_free(&force);
    free(length);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), n = size(argc, argv, 2);
    struct bodies b = {n, {doubles(n, 1), doubles(n, 2), doubles(n, 3)}, {doubles(n, 4), doubles(n, 5), doubles(n, 6)}};
    for (int t = 0; t < steps; t++)
        step(&b, 0.01);
    show("x", b.at.x, sizeof(double) * n);
    show("y", b.at.y, sizeof(double) * n);
    show("z", b.at.z, sizeof(double) * n);
    vectors_free(&b.at);
    vectors_free(&b.speed);
    return 0;
}
