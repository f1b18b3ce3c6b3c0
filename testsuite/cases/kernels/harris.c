// polycc: --at h=16,w=20
// bytes: 10240 -> 1120
// expect: contracted ix
// expect: contracted iy
// expect: contracted ixx
// expect: contracted ixy
// expect: contracted iyy
// expect: contracted sxx
// expect: contracted sxy
// expect: contracted syy
/* The corner detector, eight full frames as written. Rows of all stages are interleaved, those
   that look at three rows of products follow one row behind: gradients and sums need a row
   each, products three. */
#include "bits.h"

static void harris(int h, int w, float in[h][w], float out[h][w])
{
    float ix[h][w], iy[h][w];
    float ixx[h][w], ixy[h][w], iyy[h][w];
    float sxx[h][w], sxy[h][w], syy[h][w];
#pragma scop
#pragma polycc schedule { X[i,j] -> [i,0,j]; Y[i,j] -> [i,1,j]; XX[i,j] -> [i,2,j]; XY[i,j] -> [i,3,j]; YY[i,j] -> [i,4,j]; SXX[i,j] -> [i+1,5,j]; SXY[i,j] -> [i+1,6,j]; SYY[i,j] -> [i+1,7,j]; R[i,j] -> [i+1,8,j] }
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
X:          ix[i][j] = in[i - 1][j + 1] - in[i - 1][j - 1] + 2.0f * (in[i][j + 1] - in[i][j - 1])
                + in[i + 1][j + 1] - in[i + 1][j - 1];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
Y:          iy[i][j] = in[i + 1][j - 1] - in[i - 1][j - 1] + 2.0f * (in[i + 1][j] - in[i - 1][j])
                + in[i + 1][j + 1] - in[i - 1][j + 1];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
XX:         ixx[i][j] = ix[i][j] * ix[i][j];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
XY:         ixy[i][j] = ix[i][j] * iy[i][j];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
YY:         iyy[i][j] = iy[i][j] * iy[i][j];
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
SXX:        sxx[i][j] = ixx[i - 1][j - 1] + ixx[i - 1][j] + ixx[i - 1][j + 1]
                + ixx[i][j - 1] + ixx[i][j] + ixx[i][j + 1]
                + ixx[i + 1][j - 1] + ixx[i + 1][j] + ixx[i + 1][j + 1];
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
SXY:        sxy[i][j] = ixy[i - 1][j - 1] + ixy[i - 1][j] + ixy[i - 1][j + 1]
                + ixy[i][j - 1] + ixy[i][j] + ixy[i][j + 1]
                + ixy[i + 1][j - 1] + ixy[i + 1][j] + ixy[i + 1][j + 1];
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
SYY:        syy[i][j] = iyy[i - 1][j - 1] + iyy[i - 1][j] + iyy[i - 1][j + 1]
                + iyy[i][j - 1] + iyy[i][j] + iyy[i][j + 1]
                + iyy[i + 1][j - 1] + iyy[i + 1][j] + iyy[i + 1][j + 1];
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
R:          out[i][j] = sxx[i][j] * syy[i][j] - sxy[i][j] * sxy[i][j]
                - 0.04f * (sxx[i][j] + syy[i][j]) * (sxx[i][j] + syy[i][j]);
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 3}, {4, 6}, {5, 5}, {7, 9}, {11, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 44), *out = data_f32(h * w, 45);
        harris(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
