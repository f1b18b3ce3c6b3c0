/* Local contrast: each pixel less the mean of its surroundings, over their standard deviation. */
#include "program.h"
#include <math.h>

enum { R = 3 };

static void normalise(const float *in, float *out, int w, int h)
{
    float *sum = malloc(sizeof(float) * w * h);
    float *squares = malloc(sizeof(float) * w * h);
    float *mean = malloc(sizeof(float) * w * h);
    float *deviation = malloc(sizeof(float) * w * h);
    const float count = (2 * R + 1) * (2 * R + 1);

    for (int y = 0; y < h; y++)
        for (int x = R; x < w - R; x++) {
            float s = 0, q = 0;
            for (int k = -R; k <= R; k++) {
                float v = in[y * w + x + k];
                s += v;
                q += v * v;
            }
            sum[y * w + x] = s;
            squares[y * w + x] = q;
        }
    for (int y = R; y < h - R; y++)
        for (int x = R; x < w - R; x++) {
            float s = 0, q = 0, m;
            for (int k = -R; k <= R; k++) {
                s += sum[(y + k) * w + x];
                q += squares[(y + k) * w + x];
            }
            m = s / count;
            mean[y * w + x] = m;
            deviation[y * w + x] = sqrtf(q / count - m * m + 1e-3f);
        }
    for (int y = R; y < h - R; y++)
        for (int x = R; x < w - R; x++)
            out[y * w + x] = (in[y * w + x] - mean[y * w + x]) / deviation[y * w + x];
    free(sum);
    free(squares);
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    normalise(in, out, w, h);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
