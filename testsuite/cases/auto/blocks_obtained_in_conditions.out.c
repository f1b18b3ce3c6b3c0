// polycc: --optimize speed --inline never
// expect: scalarized w
/* A block whose pointer is set where its value is also tested, or goes elsewhere: no number can take its place, and what else holds it may look. */
#include "bits.h"

#define N 40

static void negated(int n, const double *restrict x, double *restrict y)
{
    if (n > 3) {
        /* polycc: w[i] -> w[0]; 1 cell instead of n */
        float *w;
        if (!(w = malloc(sizeof(float))))
            return;
        for (int i = 0; i < n; i++) {
            w[0] = x[i] * 2;
            y[i] += w[0] + 1;
        }
        free(w);
    }
}

static void compared(int n, const double *restrict x, double *restrict y)
{
    /* polycc: w[i] -> w[0]; 1 cell instead of n */
    double *w;
    if ((w = malloc(sizeof(double))) == NULL) {
        puts("no memory");
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        w[0] = x[i] * 2;
        y[i] += w[0] + 1;
    }
    free(w);
}

static void again_and_again(int n, const double *restrict x, double *restrict y)
{
    /* polycc: w[i] -> w[0]; 1 cell instead of n */
    double *w;
    while (!(w = malloc(sizeof(double))))
        ;
    for (int i = 0; i < n; i++) {
        w[0] = x[i] * 2;
        y[i] += w[0] + 1;
    }
    free(w);
}

/* two names for one block */
static double by_another(int n, const double *restrict x, double *restrict y)
{
    double *v, *w;
    v = w = malloc(n * sizeof *w);
    if (!v)
        return 0;
    for (int i = 0; i < n; i++) {
        w[i] = x[i] * 2;
        y[i] += w[i] + 1;
    }
    double kept = v[n / 2] + v[1];
    free(v);
    return kept;
}

int main(void)
{
    double x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = y[i] = i * 0.25;
    negated(N, x, y);
    compared(N, x, y);
    again_and_again(N, x, y);
    x[0] = by_another(N, x, y);
    show("x", x, N, sizeof *x);
    show("y", y, N, sizeof *y);
    return 0;
}
