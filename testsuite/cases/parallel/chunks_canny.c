// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Edges as Canny finds them, without hysteresis: gradients of a blur, thinned and classified. */
#include "bits.h"
#include <math.h>

void canny(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*across)[w] = malloc(sizeof(float[h][w]));
    float (*soft)[w] = malloc(sizeof(float[h][w]));
    float (*gx)[w] = malloc(sizeof(float[h][w]));
    float (*gy)[w] = malloc(sizeof(float[h][w]));
    float (*strength)[w] = malloc(sizeof(float[h][w]));
    float (*thin)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 2; x < w - 2; x++)
            across[y][x] = (in[y][x - 2] + in[y][x + 2] + 4 * (in[y][x - 1] + in[y][x + 1]) + 6 * in[y][x]) / 16;
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            soft[y][x] = (across[y - 2][x] + across[y + 2][x] + 4 * (across[y - 1][x] + across[y + 1][x])
                          + 6 * across[y][x]) / 16;
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++) {
            gx[y][x] = soft[y - 1][x + 1] - soft[y - 1][x - 1] + 2 * (soft[y][x + 1] - soft[y][x - 1])
                       + soft[y + 1][x + 1] - soft[y + 1][x - 1];
            gy[y][x] = soft[y + 1][x - 1] - soft[y - 1][x - 1] + 2 * (soft[y + 1][x] - soft[y - 1][x])
                       + soft[y + 1][x + 1] - soft[y - 1][x + 1];
        }
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++)
            strength[y][x] = sqrtf(gx[y][x] * gx[y][x] + gy[y][x] * gy[y][x]);
    for (int y = 4; y < h - 4; y++)
        for (int x = 4; x < w - 4; x++) {
            float a, b;
            if (fabsf(gy[y][x]) < 0.41421356f * fabsf(gx[y][x])) {
                a = strength[y][x - 1];
                b = strength[y][x + 1];
            } else if (fabsf(gx[y][x]) < 0.41421356f * fabsf(gy[y][x])) {
                a = strength[y - 1][x];
                b = strength[y + 1][x];
            } else if (gx[y][x] * gy[y][x] > 0) {
                a = strength[y - 1][x - 1];
                b = strength[y + 1][x + 1];
            } else {
                a = strength[y - 1][x + 1];
                b = strength[y + 1][x - 1];
            }
            if (strength[y][x] >= a && strength[y][x] >= b)
                thin[y][x] = strength[y][x];
            else
                thin[y][x] = 0;
        }
    for (int y = 4; y < h - 4; y++)
        for (int x = 4; x < w - 4; x++)
            out[y][x] = thin[y][x] > 0.4f ? 1.0f : thin[y][x] > 0.2f ? 0.5f : 0.0f;
    free(across);
    free(soft);
    free(gx);
    free(gy);
    free(strength);
    free(thin);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {8, 13}, {20, 23}, {255, 9}, {260, 10}, {264, 11}, {520, 12}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)h * w, 1), *out = data_f32((long)h * w, 2);
        canny(h, w, (void *)in, (void *)out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
