/* `memcpy` and `memset` of rows that only pointers lead to: all of a grid, some of its rows, rows behind the first. */
#include "bits.h"
#define W 96
static void step(int a[][W])
{
    /* polycc: b[i][j] -> b[i % 2][j]; 2 * W cells instead of 80 * W */
    static int b[2][W];
    {
        int *b_0 = b[0], *b_1 = b[1];
        for (int y = 0; y <= 80; y++) {
            if (y <= 79)
                for (int x = 0; x < W; x++)
                    b_0[x] = (y > 0 ? a[y - 1][x] : 0) + (y < 79 ? a[y + 1][x] : 0) - a[y][x];
            if (y >= 1)
                for (int cell1 = 0; cell1 < W; cell1++)
                    a[y - 1][cell1] = b_1[cell1];
            int *b_next = b_1;
            b_1 = b_0, b_0 = b_next;
        }
    }
}
static void smooth(int h, float (*a)[W])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * W cells instead of all */
    float (*t)[W] = malloc(sizeof(float[2][W]));
    if (h >= 1) {
        float *t_0 = t[0], *t_1 = t[1];
        for (int y = 0; y <= h; y++) {
            if (y < h)
                for (int x = 0; x < W; x++)
                    t_0[x] = (y > 0 ? a[y - 1][x] : 0) + (x > 0 ? a[y][x - 1] : 0);
            if (y >= 1)
                for (int cell1 = 0; cell1 < W; cell1++)
                    a[y - 1][cell1] = t_1[cell1];
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}
static void inner(int h, short a[][W])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * W cells instead of 64 * W */
    short t[2][W];
    if (h < 3 || h > 64)
        return;
    {
        short *t_0 = t[1], *t_1 = t[0];
        for (int y = 1; y < h; y++) {
            if (y < h - 1)
                for (int x = 0; x < W; x++)
                    t_0[x] = (a[y - 1][x] + a[y + 1][x]) / 2;
            if (y >= 2)
                for (int cell1 = 0; cell1 < W; cell1++)
                    a[y - 1][cell1] = t_1[cell1];
            short *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
}
static void edges(int h, const int (*restrict a)[W], int (*restrict out)[W])
{
    /* polycc: t[i][j] -> t[j]; W cells instead of 64 * W */
    int t[W];
    if (h < 1 || h > 64)
        return;
    for (int cell = 0; cell < h; cell++) {
        for (int cell1 = 0; cell1 < W; cell1++)
            out[cell][cell1] = 0;
        for (int cell1 = 0; cell1 < W; cell1++)
            t[cell1] = 0;
        if (cell >= 1)
            for (int x = 1; x < W; x++)
                t[x] += a[cell][x] - a[cell - 1][x - 1];
        for (int x = 0; x < W; x++)
            out[cell][x] += t[x] < 0 ? -t[x] : t[x];
    }
}
static void shorter(int (*a)[W], int (*b)[W / 2])
{
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < W / 2; x++)
            b[y][x] = a[y][x] * 3;
    memcpy(a, b, 8 * sizeof *b);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < W; x++)
            a[y][x] += y;
}

/* polycc: `unknown_apart` is `unknown` for memory that doesn't overlap */
static void unknown_apart(int h, int w, double a[h][w], double (*out)[w])
{
    /* polycc: t[i][j] -> t[j]; w cells instead of h * w */
    double t[w];
    {
        /* polycc: u[i][j] -> u[i % 2][j]; 2 * w cells instead of h * w */
        double u[2][w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t[x] = a[y][x] / 2 - (y < h - 1 ? a[y + 1][x] : 0);
            for (int cell1 = 0; cell1 < w; cell1++)
                out[y][cell1] = t[cell1];
            for (int x = 0; x < w; x++)
                out[y][x] += x;
        }
        double *u_0 = u[0], *u_1 = u[1];
        for (int y = 0; y <= h; y++) {
            if (y < h)
                for (int x = 0; x < w; x++)
                    u_0[x] = a[y][x] + (y > 0 ? a[y - 1][x] : 0);
            if (y >= 1)
                for (int cell1 = 0; cell1 < w; cell1++)
                    a[y - 1][cell1] = u_1[cell1];
            double *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
    }
}
static void unknown(int h, int w, double a[h][w], double (*out)[w])
{
    /* polycc: `unknown_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(a + (long)h) <= (const char *)out || (const char *)(out + (long)h) <= (const char *)a, 1)) {
        unknown_apart(h, w, a, out);
        return;
    }
    double t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = a[y][x] / 2 - (y < h - 1 ? a[y + 1][x] : 0);
    memcpy(out, t, sizeof t);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] += x;
    double u[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y][x] = a[y][x] + (y > 0 ? a[y - 1][x] : 0);
    memcpy(a, u, sizeof(double) * w * h);
}
static void resized(int w, int (*a)[w])
{
    int n = w;
    int t[n][n], u[n][n];
    n = n / 2;
    for (int y = 0; y < w; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = a[y][x] * 2;
    memcpy(u, t, sizeof(int) * n * n);
    memset(u, 0, 2 * sizeof *u);
    for (int x = 0; x < n; x++)
        a[0][x] = u[0][x] + t[1][x];
}
static void narrowed(int w, int (*a)[w])
{
    int t[8][w], u[8][w];
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < w; x++) {
            t[y][x] = a[y][x] + y;
            u[y][x] = x;
        }
    memcpy(u, t, sizeof(int) * 8 * (unsigned char)w);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < w; x++)
            a[y][x] = u[y][x] * 2;
}
int main(void)
{
    int (*a)[W] = malloc(80 * sizeof *a), (*out)[W] = malloc(80 * sizeof *out), (*b)[W / 2] = malloc(8 * sizeof *b);
    float (*f)[W] = malloc(80 * sizeof *f);
    short (*s)[W] = malloc(80 * sizeof *s);
    int *numbers = data_i32(80 * W, 1, 100);
    for (int y = 0; y < 80; y++)
        for (int x = 0; x < W; x++) {
            a[y][x] = numbers[y * W + x];
            f[y][x] = a[y][x], s[y][x] = a[y][x], out[y][x] = 0;
        }
    step(a);
    step(a);
    smooth(80, f);
    smooth(0, f);
    inner(50, s);
    inner(2, s);
    edges(41, (const int (*)[W])a, out);
    shorter(a, b);
    double *d = data_f64(80 * W, 2), (*e)[61] = malloc(80 * sizeof *e);
    unknown(80, 61, (double (*)[61])d, e);
    narrowed(260, (int (*)[260])a);
    resized(40, (int (*)[40])a);
    show("d", d, 80 * W, sizeof *d);
    show("e", *e, 80 * 61, sizeof **e);
    show("a", *a, 80 * W, sizeof **a);
    show("out", *out, 80 * W, sizeof **out);
    show("f", *f, 80 * W, sizeof **f);
    show("s", *s, 80 * W, sizeof **s);
    free(a), free(out), free(b), free(f), free(s), free(numbers), free(d), free(e);
    return 0;
}
