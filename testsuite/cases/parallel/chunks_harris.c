// polycc: --parallel --optimize speed --at h=4096,w=4096
/* The corner detector with eight frames. */
#include "bits.h"

void harris(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*ix)[w] = malloc(sizeof(float[h][w]));
    float (*iy)[w] = malloc(sizeof(float[h][w]));
    float (*ixx)[w] = malloc(sizeof(float[h][w]));
    float (*ixy)[w] = malloc(sizeof(float[h][w]));
    float (*iyy)[w] = malloc(sizeof(float[h][w]));
    float (*sxx)[w] = malloc(sizeof(float[h][w]));
    float (*sxy)[w] = malloc(sizeof(float[h][w]));
    float (*syy)[w] = malloc(sizeof(float[h][w]));
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            iy[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x]) + in[y + 1][x + 1] - in[y - 1][x + 1]) / 12;
            ix[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1]) + in[y + 1][x + 1] - in[y + 1][x - 1]) / 12;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            ixx[y][x] = ix[y][x] * ix[y][x];
            ixy[y][x] = ix[y][x] * iy[y][x];
            iyy[y][x] = iy[y][x] * iy[y][x];
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            sxx[y][x] = ixx[y - 1][x - 1] + ixx[y - 1][x] + ixx[y - 1][x + 1] + ixx[y][x - 1] + ixx[y][x] + ixx[y][x + 1] + ixx[y + 1][x - 1] + ixx[y + 1][x] + ixx[y + 1][x + 1];
            sxy[y][x] = ixy[y - 1][x - 1] + ixy[y - 1][x] + ixy[y - 1][x + 1] + ixy[y][x - 1] + ixy[y][x] + ixy[y][x + 1] + ixy[y + 1][x - 1] + ixy[y + 1][x] + ixy[y + 1][x + 1];
            syy[y][x] = iyy[y - 1][x - 1] + iyy[y - 1][x] + iyy[y - 1][x + 1] + iyy[y][x - 1] + iyy[y][x] + iyy[y][x + 1] + iyy[y + 1][x - 1] + iyy[y + 1][x] + iyy[y + 1][x + 1];
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            out[y][x] = sxx[y][x] * syy[y][x] - sxy[y][x] * sxy[y][x] - 0.04f * (sxx[y][x] + syy[y][x]) * (sxx[y][x] + syy[y][x]);
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
