/* Stages that threads share by OpenMP's pragmas, between what fills the frame and what adds up the result on one thread: their frames
   shrink, and the stages still run on as many threads. One that frees its frame between two loops, and one that makes a sum in parallel,
   whose order is its own. */
#include "bits.h"

enum { H = 480, W = 320 };

static float in[H][W], out[H][W];

static float smoothed(void)
{
    float(*tmp)[W] = malloc(sizeof(float[H][W]));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)((x * 7 + y * 13) % 255);
#pragma omp parallel for num_threads(3)
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            tmp[y][x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
#pragma omp parallel for schedule(static) num_threads(3)
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = (tmp[y - 1][x] + 2 * tmp[y][x] + tmp[y + 1][x]) / 16;
    free(tmp);
    float sum = 0;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            sum += out[y][x] * (float)(x - y);
    return sum;
}

/* A sum of integers that threads share: it stays with them, and so does the frame. */
static long weighed(int n, const int *x)
{
    int *y = malloc((size_t)n * sizeof *y);
    long sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = 3 * x[i] + 1;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += y[i];
    free(y);
    return sum;
}

int main(void)
{
    float sum = smoothed();
    show("sum", &sum, 1, sizeof sum);
    show("out", out, H * W, sizeof **out);
    int *x = data_i32(5000, 3, 1000);
    long all = weighed(5000, x);
    show("all", &all, 1, sizeof all);
    free(x);
    return 0;
}
