// polycc: --parallel --optimize speed --at h=4096,w=4096
/* The corner detector with eight frames. */
#include "bits.h"

void harris(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
#pragma scop
    #pragma omp parallel for if(1.0 * h * w > 1000)
    for (int chunk = 0; chunk < h - 1; chunk += 64) {
        /* polycc: iy[i][j] -> iy; 1 cell instead of h * w */
        float iy = 0;
        /* polycc: ix[i][j] -> ix; 1 cell instead of h * w */
        float ix = 0;
        /* polycc: ixx[i][j] -> ixx[i % 3][j]; 3 * w cells instead of h * w */
        float (*ixx)[w] = malloc(sizeof(float[3][w]));
        /* polycc: ixy[i][j] -> ixy[i % 3][j]; 3 * w cells instead of h * w */
        float (*ixy)[w] = malloc(sizeof(float[3][w]));
        /* polycc: iyy[i][j] -> iyy[i % 3][j]; 3 * w cells instead of h * w */
        float (*iyy)[w] = malloc(sizeof(float[3][w]));
        /* polycc: sxx[i][j] -> sxx; 1 cell instead of h * w */
        float sxx = 0;
        /* polycc: sxy[i][j] -> sxy; 1 cell instead of h * w */
        float sxy = 0;
        /* polycc: syy[i][j] -> syy; 1 cell instead of h * w */
        float syy = 0;
        float *ixx_0 = ixx[0], *ixx_1 = ixx[2], *ixx_2 = ixx[1];
        float *ixy_0 = ixy[0], *ixy_1 = ixy[2], *ixy_2 = ixy[1];
        float *iyy_0 = iyy[0], *iyy_1 = iyy[2], *iyy_2 = iyy[1];
        for (int y = chunk > 3 ? chunk - 2 : 1; y < h - 1 && y < chunk + 64; y++) {
            for (int x = 1; x < w - 1; x++) {
                iy = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x]) + in[y + 1][x + 1] - in[y - 1][x + 1]) / 12;
                ix = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1]) + in[y + 1][x + 1] - in[y + 1][x - 1]) / 12;
                ixx_0[x] = ix * ix;
                ixy_0[x] = ix * iy;
                iyy_0[x] = iy * iy;
            }
            if (y >= 3 && y >= chunk)
                for (int x = 2; x < w - 2; x++) {
                    sxx = ixx_2[x - 1] + ixx_2[x] + ixx_2[x + 1] + ixx_1[x - 1] + ixx_1[x] + ixx_1[x + 1] + ixx_0[x - 1] + ixx_0[x] + ixx_0[x + 1];
                    sxy = ixy_2[x - 1] + ixy_2[x] + ixy_2[x + 1] + ixy_1[x - 1] + ixy_1[x] + ixy_1[x + 1] + ixy_0[x - 1] + ixy_0[x] + ixy_0[x + 1];
                    syy = iyy_2[x - 1] + iyy_2[x] + iyy_2[x + 1] + iyy_1[x - 1] + iyy_1[x] + iyy_1[x + 1] + iyy_0[x - 1] + iyy_0[x] + iyy_0[x + 1];
                    out[y - 1][x] = sxx * syy - sxy * sxy - 0.04f * (sxx + syy) * (sxx + syy);
                }
            float *ixx_next = ixx_2;
            ixx_2 = ixx_1, ixx_1 = ixx_0, ixx_0 = ixx_next;
            float *ixy_next = ixy_2;
            ixy_2 = ixy_1, ixy_1 = ixy_0, ixy_0 = ixy_next;
            float *iyy_next = iyy_2;
            iyy_2 = iyy_1, iyy_1 = iyy_0, iyy_0 = iyy_next;
        }
        free(ixx);
        free(ixy);
        free(iyy);
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {17, 9}, {63, 5}, {64, 6}, {66, 5}, {67, 8}, {200, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 1), *out = data_f32(h * w, 2);
        harris(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
