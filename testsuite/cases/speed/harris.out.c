// polycc: --at h=4096,w=4096
/* The corner detector with eight frames. */
#include "bits.h"

void harris(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    /* polycc: ix[i][j] -> ix[j]; w cells instead of h * w */
    float *ix = malloc(sizeof(float[w]));
    /* polycc: iy[i][j] -> iy[j]; w cells instead of h * w */
    float *iy = malloc(sizeof(float[w]));
    /* polycc: ixx[i][j] -> ixx[i % 3][j]; 3 * w cells instead of h * w */
    float (*ixx)[w] = malloc(sizeof(float[3][w]));
    /* polycc: ixy[i][j] -> ixy[i % 3][j]; 3 * w cells instead of h * w */
    float (*ixy)[w] = malloc(sizeof(float[3][w]));
    /* polycc: iyy[i][j] -> iyy[i % 3][j]; 3 * w cells instead of h * w */
    float (*iyy)[w] = malloc(sizeof(float[3][w]));
    /* polycc: sxx[i][j] -> sxx[j]; w cells instead of h * w */
    float *sxx = malloc(sizeof(float[w]));
    /* polycc: sxy[i][j] -> sxy[j]; w cells instead of h * w */
    float *sxy = malloc(sizeof(float[w]));
    /* polycc: syy[i][j] -> syy[j]; w cells instead of h * w */
    float *syy = malloc(sizeof(float[w]));
#pragma scop
    for (int y = 1; y < h - 1; y++) {
        for (int x = 1; x < w - 1; x++) {
            iy[x] = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x]) + in[y + 1][x + 1] - in[y - 1][x + 1]) / 12;
            ix[x] = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1]) + in[y + 1][x + 1] - in[y + 1][x - 1]) / 12;
        }
        for (int x = 1; x < w - 1; x++) {
            ixx[y % 3][x] = ix[x] * ix[x];
            ixy[y % 3][x] = ix[x] * iy[x];
            iyy[y % 3][x] = iy[x] * iy[x];
        }
        if (y >= 3) {
            for (int x = 2; x < w - 2; x++) {
                sxx[x] = ixx[(y - 2) % 3][x - 1] + ixx[(y - 2) % 3][x] + ixx[(y - 2) % 3][x + 1] + ixx[(y - 1) % 3][x - 1] + ixx[(y - 1) % 3][x] + ixx[(y - 1) % 3][x + 1] + ixx[y % 3][x - 1] + ixx[y % 3][x] + ixx[y % 3][x + 1];
                sxy[x] = ixy[(y - 2) % 3][x - 1] + ixy[(y - 2) % 3][x] + ixy[(y - 2) % 3][x + 1] + ixy[(y - 1) % 3][x - 1] + ixy[(y - 1) % 3][x] + ixy[(y - 1) % 3][x + 1] + ixy[y % 3][x - 1] + ixy[y % 3][x] + ixy[y % 3][x + 1];
                syy[x] = iyy[(y - 2) % 3][x - 1] + iyy[(y - 2) % 3][x] + iyy[(y - 2) % 3][x + 1] + iyy[(y - 1) % 3][x - 1] + iyy[(y - 1) % 3][x] + iyy[(y - 1) % 3][x + 1] + iyy[y % 3][x - 1] + iyy[y % 3][x] + iyy[y % 3][x + 1];
            }
            for (int x = 2; x < w - 2; x++)
                out[y - 1][x] = sxx[x] * syy[x] - sxy[x] * sxy[x] - 0.04f * (sxx[x] + syy[x]) * (sxx[x] + syy[x]);
        }
    }
#pragma endscop
    free(ix);
    free(iy);
    free(ixx);
    free(ixy);
    free(iyy);
    free(sxx);
    free(sxy);
    free(syy);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {17, 9}};
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
