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
