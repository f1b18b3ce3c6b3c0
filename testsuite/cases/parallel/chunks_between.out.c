// polycc: --parallel --optimize speed
/* Stages in chunks between what can't be in them: a frame of zeros that threads can't have for themselves is filled before, and a sum over
   the whole result waits behind. */
#include "bits.h"

enum { H = 300, W = 200 };

static float out[H][W];

static float detail(void)
{
    float(*in)[W] = calloc(H, sizeof *in);
    float sum;
    #pragma omp parallel for
    for (int chunk = 0; chunk < 299; chunk += 32)
        for (int y = chunk > 1 ? chunk : 1; y < 299 && y < chunk + 32; y++)
            for (int x = 0; x < 200; x++)
                in[y][x] = (float)((x * 7 + y * 13) % 255);
    #pragma omp parallel for
    for (int chunk = 0; chunk < 300; chunk += 32) {
        /* polycc: smooth[i][j] -> smooth[i % 3][j]; 600 cells instead of 60000 */
        float smooth[3][200];
        float *smooth_0 = smooth[0], *smooth_1 = smooth[2], *smooth_2 = smooth[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < 300 && y < chunk + 32; y++) {
            for (int x = 1; x < 199; x++)
                smooth_0[x] = (in[y][x - 1] + 2 * in[y][x] + in[y][x + 1]) / 4;
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < 199; x++)
                    out[y - 1][x] = in[y - 1][x] - (smooth_2[x] + 2 * smooth_1[x] + smooth_0[x]) / 4;
            float *smooth_next = smooth_2;
            smooth_2 = smooth_1, smooth_1 = smooth_0, smooth_0 = smooth_next;
        }
    }
    sum = 0;
    for (int y = 1; y < 299; y++)
        for (int x = 1; x < 199; x++)
            sum += out[y][x] * (float)(x - y);
    free(in);
    return sum;
}

int main(void)
{
    float sum = detail();
    show("sum", &sum, 1, sizeof sum);
    show("out", out, H * W, sizeof **out);
    return 0;
}
