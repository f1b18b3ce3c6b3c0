// polycc: --optimize speed
// expect: contracted t
// expect: contracted noisy
/* Random numbers: calls keep their order among one another, and touch nothing else. */
#include "bits.h"

static unsigned seed = 1;
static int drawn;

static double uniform(void)
{
    seed = seed * 1664525u + 1013904223u;
    drawn++;
    return (seed >> 8) / 16777216.0;
}

/* two at a time */
static double bell(void)
{
    static int is_left;
    static double left;
    if (is_left) {
        is_left = 0;
        return left;
    }
    double r = uniform() - 0.5, s = uniform() + 0.5;
    left = r * s;
    is_left = 1;
    return r - s;
}

static void dither(int h, int w, double in[restrict h][w], double out[restrict h][w])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * w cells instead of h * w */
    double t[2][w];
    {
        double *t_0 = t[0], *t_1 = t[1];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = in[y][x] + 0.1 * bell();
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y][x] = t_0[x] - t_1[x];
            double *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
}

/* polycc: `noise_apart` is `noise` for memory that doesn't overlap */
static void noise_apart(int n, const double *in, double *out)
{
    /* polycc: noisy[i] -> noisy[i % 512]; 512 cells instead of n */
    double *noisy = malloc(sizeof(double[512]));
    if (!noisy)
        abort();
    for (long t = 0; t < (long)n; t += 512) {
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            noisy[i - t] = in[i] > 0 ? in[i] + uniform() : uniform();
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            out[i] = noisy[i - t] * 0.5;
    }
    free(noisy);
}

/* a number that is kept is no array of the caller's */
static void noise(int n, const double *in, double *out)
{
    /* polycc: `noise_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)n) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in, 1)) {
        noise_apart(n, in, out);
        return;
    }
    double *noisy = malloc(n * sizeof *noisy);
    if (!noisy)
        abort();
    for (int i = 0; i < n; i++)
        noisy[i] = in[i] > 0 ? in[i] + uniform() : uniform();
    for (int i = 0; i < n; i++)
        out[i] = noisy[i] * 0.5;
    free(noisy);
}

/* joined, the loops would draw in another order */
static void twice(int n, double *restrict in, double *restrict out)
{
    double both[n + 1];
    for (int i = 0; i < n; i++)
        both[i] = in[i] + uniform();
    for (int i = 0; i < n; i++)
        out[i] = both[i] * uniform();
}

/* the second loop looks at what the first changes */
static void counted(int n, double *restrict in, double *restrict out)
{
    double values[n + 1];
    for (int i = 0; i < n; i++)
        values[i] = in[i] + uniform();
    for (int i = 0; i < n; i++)
        out[i] = values[i] + drawn;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 5}, {6, 3}, {9, 40}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1], n = h * w;
        double *in = data_f64(n + 1, 1), *out = data_f64(n + 1, 2);
        dither(h, w, (void *)in, (void *)out);
        show("out", out, n, sizeof *out);
        noise(n, in, out);
        show("out", out, n, sizeof *out);
        twice(n, in, out);
        show("out", out, n, sizeof *out);
        counted(n, in, out);
        show("out", out, n, sizeof *out);
        int number = drawn;
        show("drawn", &number, 1, sizeof number);
        free(in);
        free(out);
    }
    return 0;
}
