// polycc: --optimize speed
// expect: scalarized a
// expect: scalarized y
// expect: scalarized x
/* Functions that make a block and return it: the caller's pointer takes the place of theirs where nobody else knows it, of the same type,
 * with one way out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *kept;
static int count;

/* the caller's name is another variable's here */
static double *ramp(int n, double a)
{
    double *r = malloc(sizeof(double) * n);
    for (int i = 0; i < n; i++)
        r[i] = a * i;
    return r;
}

/* somebody else knows it, too */
static double *known(int n)
{
    double *k = malloc(n * sizeof *k);
    kept = k;
    for (int i = 0; i < n; i++)
        k[i] = i;
    return k;
}

static double *grown(double *old, int n)
{
    double *g = realloc(old, n * sizeof *g);
    for (int i = n / 2; i < n; i++)
        g[i] = -i;
    return g;
}

static float *other_type(int n)
{
    float *f = malloc(n * sizeof *f);
    for (int i = 0; i < n; i++)
        f[i] = i * 0.5f;
    return f;
}

static double first(int n)
{
    double *a = ramp(n, 0.5), s = 0;
    /* polycc: r[i] -> r; 1 cell instead of n */
    double r;
    r = 0;
    {
        double ramp_a;
        /* ramp */
        ramp_a = 2;
        for (int i = 0; i < n; i++) {
            r = ramp_a * i;
            s += a[i] * r;
        }
    }
    free(a);
    return s;
}

static double chain(int n)
{
    /* polycc: a[i] -> a; 1 cell instead of n */
    double a;
    a = 0;
    /* polycc: y[i] -> y; 1 cell instead of n */
    double y;
    y = 0;
    /* polycc: x[i] -> x; 1 cell instead of n */
    double x;
    x = 0;
    double s;
    {
        double ramp_a;
        /* ramp */
        ramp_a = 3;
        s = 0;
        for (int i = 0; i < n; i++) {
            a = ramp_a * i;
            /* twice */
            y = 2 * a;
            /* twice */
            x = 2 * y;
            s = s * 0.5 + x;
        }
    }
    return s;
}

static double again(int n)
{
    double *p = known(n), s = 0;
    for (int i = 0; i < n; i++)
        p[i] += 1;
    for (int i = 0; i < n; i++)
        s += kept[i];
    p = grown(p, 2 * n);
    for (int i = 0; i < 2 * n; i++)
        s += p[i];
    free(p);
    return s;
}

static double loops(int n)
{
    double s = 0;
    for (int k = 1; k < 4; k++) {
        /* polycc: c[i] -> c[0]; 1 cell instead of n */
        double *c;
        c = malloc(sizeof(double));
        for (int i = 0; i < n; i++) {
            /* checked */
            c[0] = sqrt(i);
            s += c[0] * k;
        }
        free(c);
        /* polycc: e[i] -> e[i % 1024]; 1024 cells instead of n */
        double *e;
        e = malloc(sizeof(double[1024]));
        if (e == NULL) {
            fprintf(stderr, "no memory\n");
            exit(1);
        }
        for (long t = 0; t < (long)n; t += 1024) {
            for (int i = t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
                /* ending */
                e[i - t] = 1.0 / (i + 1);
            for (int i = t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
                s += e[i - t];
        }
        count++;
        free(e);
    }
    return s;
}

static double converted(int n)
{
    void *v = other_type(n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += ((float *)v)[i];
    free(v);
    /* polycc: f[i] -> f; 1 cell instead of n */
    float f;
    f = 0;
    for (int i = 0; i < n; i++) {
        /* other_type */
        f = i * 0.5f;
        s += f;
    }
    return s;
}

int main(void)
{
    for (int n = 1; n < 40; n += 13) {
        printf("%.17g %.17g %.17g\n", first(n), chain(n), again(n));
        printf("%.17g %.17g %d\n", loops(n), converted(n), count);
    }
    return 0;
}
