// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Edges as Canny finds them, without hysteresis: gradients of a blur, thinned and classified. */
#include "bits.h"
#include <math.h>

void canny(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    #pragma omp parallel for if(1.0 * h * w > 600)
    for (int chunk = 0; chunk < h; chunk += 256) {
        /* polycc: across[i][j] -> across[i % 5][j]; 5 * w cells instead of h * w */
        float (*across)[w] = malloc(sizeof(float[5][w]));
        /* polycc: soft[i][j] -> soft[i % 3][j]; 3 * w cells instead of h * w */
        float (*soft)[w] = malloc(sizeof(float[3][w]));
        /* polycc: gx[i][j] -> gx[i % 2][j]; 2 * w cells instead of h * w */
        float (*gx)[w] = malloc(sizeof(float[2][w]));
        /* polycc: gy[i][j] -> gy[i % 2][j]; 2 * w cells instead of h * w */
        float (*gy)[w] = malloc(sizeof(float[2][w]));
        /* polycc: strength[i][j] -> strength[i % 3][j]; 3 * w cells instead of h * w */
        float (*strength)[w] = malloc(sizeof(float[3][w]));
        /* polycc: thin[i][j] -> thin; 1 cell instead of h * w */
        float thin = 0;
        float *across_0 = across[0], *across_1 = across[4], *across_2 = across[3], *across_3 = across[2], *across_4 = across[1];
        float *soft_0 = soft[1], *soft_1 = soft[0], *soft_2 = soft[2];
        float *gx_0 = gx[1], *gx_1 = gx[0];
        float *gy_0 = gy[1], *gy_1 = gy[0];
        float *strength_0 = strength[0], *strength_1 = strength[2], *strength_2 = strength[1];
        for (int y = chunk > 8 ? chunk - 8 : 0; y < h && y < chunk + 256; y++) {
            for (int x = 2; x < w - 2; x++)
                across_0[x] = (in[y][x - 2] + in[y][x + 2] + 4 * (in[y][x - 1] + in[y][x + 1]) + 6 * in[y][x]) / 16;
            if (y >= 4 && y >= chunk - 4) {
                for (int x = 2; x < w - 2; x++)
                    soft_0[x] = (across_4[x] + across_0[x] + 4 * (across_3[x] + across_1[x]) + 6 * across_2[x]) / 16;
                if (y >= 6 && y >= chunk - 2) {
                    for (int x = 3; x < w - 3; x++) {
                        gx_0[x] = soft_2[x + 1] - soft_2[x - 1] + 2 * (soft_1[x + 1] - soft_1[x - 1]) + soft_0[x + 1] - soft_0[x - 1];
                        gy_0[x] = soft_0[x - 1] - soft_2[x - 1] + 2 * (soft_0[x] - soft_2[x]) + soft_0[x + 1] - soft_2[x + 1];
                    }
                    for (int x = 3; x < w - 3; x++)
                        strength_0[x] = sqrtf(gx_0[x] * gx_0[x] + gy_0[x] * gy_0[x]);
                    if (y >= 8 && y >= chunk)
                        for (int x = 4; x < w - 4; x++) {
                            float a;
                            float b;
                            if (fabsf(gy_1[x]) < 0.41421356f * fabsf(gx_1[x])) {
                                a = strength_1[x - 1];
                                b = strength_1[x + 1];
                            } else if (fabsf(gx_1[x]) < 0.41421356f * fabsf(gy_1[x])) {
                                a = strength_2[x];
                                b = strength_0[x];
                            } else if (gx_1[x] * gy_1[x] > 0) {
                                a = strength_2[x - 1];
                                b = strength_0[x + 1];
                            } else {
                                a = strength_2[x + 1];
                                b = strength_0[x - 1];
                            }
                            if (strength_1[x] >= a && strength_1[x] >= b)
                                thin = strength_1[x];
                            else
                                thin = 0;
                            out[y - 4][x] = thin > 0.4f ? 1.0f : thin > 0.2f ? 0.5f : 0.0f;
                        }
                }
            }
            float *across_next = across_4;
            across_4 = across_3, across_3 = across_2, across_2 = across_1, across_1 = across_0, across_0 = across_next;
            float *soft_next = soft_2;
            soft_2 = soft_1, soft_1 = soft_0, soft_0 = soft_next;
            float *gx_next = gx_1;
            gx_1 = gx_0, gx_0 = gx_next;
            float *gy_next = gy_1;
            gy_1 = gy_0, gy_0 = gy_next;
            float *strength_next = strength_2;
            strength_2 = strength_1, strength_1 = strength_0, strength_0 = strength_next;
        }
        free(across);
        free(soft);
        free(gx);
        free(gy);
        free(strength);
    }
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
