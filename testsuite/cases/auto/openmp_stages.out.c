/* Stages that threads share by OpenMP's pragmas, between what fills the frame and what adds up the result on one thread: their frames
   shrink, and the stages still run on as many threads. One that frees its frame between two loops, and one that makes a sum in parallel,
   whose order is its own. */
#include "bits.h"

enum { H = 480, W = 320 };

/* polycc: in[i][j] -> in[j]; 320 cells instead of 153600 */
static float in[320], out[H][W];

static float smoothed(void)
{
    float sum;
    #pragma omp parallel for num_threads(3) private(in)
    for (int chunk = 0; chunk < 480; chunk += 32) {
        /* polycc: tmp[i][j] -> tmp[i % 3][j]; 960 cells instead of 153600 */
        float tmp[3][320];
        float *tmp_0 = tmp[0], *tmp_1 = tmp[2], *tmp_2 = tmp[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < 480 && y < chunk + 32; y++) {
            for (int x = 0; x < 320; x++)
                in[x] = (float)((x * 7 + y * 13) % 255);
            for (int x = 1; x < 319; x++)
                tmp_0[x] = in[x - 1] + 2 * in[x] + in[x + 1];
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < 319; x++)
                    out[y - 1][x] = (tmp_2[x] + 2 * tmp_1[x] + tmp_0[x]) / 16;
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    sum = 0;
    for (int y = 1; y < 479; y++)
        for (int x = 1; x < 319; x++)
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
