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
    double t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y][x] + 0.1 * bell();
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = t[y][x] - t[y - 1][x];
}

/* a number that is kept is no array of the caller's */
static void noise(int n, const double *in, double *out)
{
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
