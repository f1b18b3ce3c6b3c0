/* `memcpy` and `memset` of rows that only pointers lead to: all of a grid, some of its rows, rows behind the first. */
#include "bits.h"
#define W 96
static void step(int a[][W])
{
    static int b[80][W];
    for (int y = 0; y < 80; y++)
        for (int x = 0; x < W; x++)
            b[y][x] = (y > 0 ? a[y - 1][x] : 0) + (y < 79 ? a[y + 1][x] : 0) - a[y][x];
    memcpy(a, b, sizeof b);
}
static void smooth(int h, float (*a)[W])
{
    float (*t)[W] = malloc(h * sizeof *t + 1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < W; x++)
            t[y][x] = (y > 0 ? a[y - 1][x] : 0) + (x > 0 ? a[y][x - 1] : 0);
    memcpy(a, t, h * sizeof *t);
    free(t);
}
static void inner(int h, short a[][W])
{
    short t[64][W];
    if (h < 3 || h > 64)
        return;
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < W; x++)
            t[y][x] = (a[y - 1][x] + a[y + 1][x]) / 2;
    memcpy(a + 1, &t[1], sizeof(short) * W * (h - 2));
}
static void edges(int h, const int (*restrict a)[W], int (*restrict out)[W])
{
    int t[64][W];
    if (h < 1 || h > 64)
        return;
    memset(out, 0, h * sizeof *out);
    memset(t, 0, sizeof(int[W]) * h);
    for (int y = 1; y < h; y++)
        for (int x = 1; x < W; x++)
            t[y][x] += a[y][x] - a[y - 1][x - 1];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < W; x++)
            out[y][x] += t[y][x] < 0 ? -t[y][x] : t[y][x];
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
static void unknown(int h, int w, double a[h][w], double (*out)[w])
{
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
