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
    /* polycc: in[i][j] -> in[i % 2][j]; 2 * W cells instead of 201 * W */
    /* polycc: t[i][j] -> t[j]; W cells instead of 201 * W */
    static double in[2][W], t[W];
    {
        fprintf(to, "%d rows of %d, 100%%n\n", h, W);
        double *in_0 = in[0], *in_1 = in[1];
        for (int y = 0; y < 200; y++) {
            for (int x = 0; x < W; x++)
                in_0[x] = uniform() + x;
            if (y >= 1) {
                for (int x = 0; x < W; x++)
                    t[x] = in_0[x] + in_1[x];
                for (int x = 0; x < W; x++)
                    fprintf(to, "%g ", t[x] / 2);
                putc('\n', to);
            }
            double *in_next = in_1;
            in_1 = in_0, in_0 = in_next;
        }
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
    /* polycc: b[i] -> b[i % 512]; 512 cells instead of (n + 1) */
    double a[n + 1], b[512];
    for (int i = 0; i < n; i++)
        a[i] = rand() % 100;
    for (long t = 0; t < (long)n; t += 512) {
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            b[i - t] = rand() % 10;
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            out[i] = a[i] - b[i - t];
    }
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
    /* polycc: t[i] -> t[i % 1024]; 1024 cells instead of (n + 1) */
    double t[1024];
    for (long t1 = 0; t1 < (long)n; t1 += 1024) {
        for (int i = t1; i <= (n - 1 < t1 + 1023 ? n - 1 : t1 + 1023); i++)
            t[i - t1] = in[i] * in[i];
        for (int i = t1; i <= (n - 1 < t1 + 1023 ? n - 1 : t1 + 1023); i++)
            written += printf("%.3g ", t[i - t1]);
    }
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
