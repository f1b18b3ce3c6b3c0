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

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 20};
    srand(1);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *in = data_f64(n + 1, 1), *out = data_f64(n + 1, 2);
        picture(stdout);
        {
            double twice[n + 1];
            double a[n + 1];
            /* polycc: b[i] -> b; 1 cell instead of (n + 1) */
            double b;
            for (int i = 0; i < n; i++) {
                /* in_turn */
                twice[i] = 2 * in[i];
                printf("in %g\n", in[i]);
            }
            for (int i = 0; i < n; i++)
                printf("twice %g\n", twice[i]);
            for (int i = 0; i < n; i++)
                /* drawn_twice */
                a[i] = rand() % 100;
            for (int i = 0; i < n; i++) {
                b = rand() % 10;
                out[i] = a[i] - b;
            }
        }
        show("out", out, n, sizeof *out);
        int written;
        {
            double smooth[n + 1];
            int counted_written;
            /* polycc: t[i] -> t; 1 cell instead of (n + 1) */
            double t;
            /* seeded */
            srand(7);
            for (int i = 0; i < n; i++)
                smooth[i] = uniform();
            srand(7);
            for (int i = 1; i < n; i++)
                printf("%g %d\n", smooth[i] + smooth[i - 1], rand() % 10);
            /* counted */
            counted_written = 0;
            for (int i = 0; i < n; i++) {
                t = in[i] * in[i];
                counted_written += printf("%.3g ", t);
            }
            written = counted_written;
        }
        show("written", &written, 1, sizeof written);
        free(in);
        free(out);
    }
    return 0;
}
