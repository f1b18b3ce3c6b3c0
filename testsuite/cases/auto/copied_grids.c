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
    show("a", *a, 80 * W, sizeof **a);
    show("out", *out, 80 * W, sizeof **out);
    show("f", *f, 80 * W, sizeof **f);
    show("s", *s, 80 * W, sizeof **s);
    free(a), free(out), free(b), free(f), free(s), free(numbers);
    return 0;
}
