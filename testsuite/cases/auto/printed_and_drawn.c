// polycc: --optimize speed
// expect: contracted in
// expect: contracted t
/* What a program draws and prints: such calls keep their order among those of their kind, and nothing else does. */
#include "bits.h"

#define W 400

static double uniform(void)
{
    return rand() / (RAND_MAX + 1.0);
}

/* drawn, smoothed and printed row by row */
static void picture(FILE *to)
{
    enum { h = 200 };
    static double in[h + 1][W], t[h + 1][W];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = uniform() + x;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < W; x++)
            t[y][x] = in[y][x] + in[y - 1][x];
    fprintf(to, "%d rows of %d, 100%%n\n", h, W);
    for (int y = 1; y < h; y++) {
        for (int x = 0; x < W; x++)
            fprintf(to, "%g ", t[y][x] / 2);
        putc('\n', to);
    }
}

/* both print, so neither loop may be put into the other */
static void in_turn(int n, const double *in)
{
    double twice[n + 1];
    for (int i = 0; i < n; i++) {
        twice[i] = 2 * in[i];
        printf("in %g\n", in[i]);
    }
    for (int i = 0; i < n; i++)
        printf("twice %g\n", twice[i]);
}

/* the state of random numbers goes on, so the loops may not change places */
static void drawn_twice(int n, double *restrict out)
{
    double a[n + 1], b[n + 1];
    for (int i = 0; i < n; i++)
        a[i] = rand() % 100;
    for (int i = 0; i < n; i++)
        b[i] = rand() % 10;
    for (int i = 0; i < n; i++)
        out[i] = a[i] - b[i];
}

/* what is seeded again begins anew */
static void seeded(int n)
{
    double smooth[n + 1];
    srand(7);
    for (int i = 0; i < n; i++)
        smooth[i] = uniform();
    srand(7);
    for (int i = 1; i < n; i++)
        printf("%g %d\n", smooth[i] + smooth[i - 1], rand() % 10);
}

/* the width is told by a variable that printing doesn't change; how much was written is the result */
static int counted(int n, const double *in)
{
    int written = 0;
    double t[n + 1];
    for (int i = 0; i < n; i++)
        t[i] = in[i] * in[i];
    for (int i = 0; i < n; i++)
        written += printf("%.3g ", t[i]);
    return written;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 20};
    srand(1);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n + 1, 1), *out = data_f64(n + 1, 2);
        picture(stdout);
        in_turn(n, in);
        drawn_twice(n, out);
        show("out", out, n, sizeof *out);
        seeded(n);
        int written = counted(n, in);
        show("written", &written, 1, sizeof written);
        free(in);
        free(out);
    }
    return 0;
}
