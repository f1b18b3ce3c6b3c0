/* Conjugate gradients for the heat of a plate in balance, by the usual vector functions. */
#include "program.h"

static void apply(const double *p, double *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double v = 4.1 * p[y * w + x];
            if (x > 0)
                v -= p[y * w + x - 1];
            if (x < w - 1)
                v -= p[y * w + x + 1];
            if (y > 0)
                v -= p[(y - 1) * w + x];
            if (y < h - 1)
                v -= p[(y + 1) * w + x];
            out[y * w + x] = v;
        }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void axpy(double a, const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void xpby(const double *x, double b, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + b * y[i];
}

static void copy(const double *in, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i];
}

static int solve(const double *b, double *x, int w, int h, int steps)
{
    int n = w * h;
    double *r = malloc(n * sizeof *r);
    double *p = malloc(n * sizeof *p);
    double *q = malloc(n * sizeof *q);
    if (!r || !p || !q)
        return -1;
    apply(x, q, w, h);
    copy(b, r, n);
    axpy(-1, q, r, n);
    copy(r, p, n);
    double rr = dot(r, r, n);
    for (int k = 0; k < steps && rr > 1e-30; k++) {
        apply(p, q, w, h);
        double alpha = rr / dot(p, q, n);
        axpy(alpha, p, x, n);
        axpy(-alpha, q, r, n);
        double next_rr = dot(r, r, n);
        xpby(r, next_rr / rr, p, n);
        rr = next_rr;
    }
    free(r);
    free(p);
    free(q);
    return 0;
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double *b = doubles((size_t)w * h, 1), *x = doubles((size_t)w * h, 2);
    if (solve(b, x, w, h, steps))
        return 1;
    show("x", x, sizeof(double) * w * h);
    free(b);
    free(x);
    return 0;
}
