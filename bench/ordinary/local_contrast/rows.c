/* Local contrast: each pixel less the mean of its surroundings, over their standard deviation. */
#include "program.h"
#include <math.h>

enum { R = 3 };

static void normalise(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float (*sum)[w] = malloc(sizeof(float[h][w]));
    float (*squares)[w] = malloc(sizeof(float[h][w]));
    float (*mean)[w] = malloc(sizeof(float[h][w]));
    float (*deviation)[w] = malloc(sizeof(float[h][w]));
    const float count = (2 * R + 1) * (2 * R + 1);

    for (int y = 0; y < h; y++)
        for (int x = R; x < w - R; x++) {
            sum[y][x] = 0;
            squares[y][x] = 0;
            for (int k = -R; k <= R; k++) {
                sum[y][x] += in[y][x + k];
                squares[y][x] += in[y][x + k] * in[y][x + k];
            }
        }
    for (int y = R; y < h - R; y++)
        for (int x = R; x < w - R; x++) {
            float s = 0, q = 0;
            for (int k = -R; k <= R; k++) {
                s += sum[y + k][x];
                q += squares[y + k][x];
            }
            mean[y][x] = s / count;
            deviation[y][x] = sqrtf(q / count - mean[y][x] * mean[y][x] + 1e-3f);
        }
    for (int y = R; y < h - R; y++)
        for (int x = R; x < w - R; x++)
            out[y][x] = (in[y][x] - mean[y][x]) / deviation[y][x];
    free(sum);
    free(squares);
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    normalise(h, w, (void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
