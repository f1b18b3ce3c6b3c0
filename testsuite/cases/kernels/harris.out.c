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
    /* polycc: ix[i][j] -> ix[j]; w cells instead of h * w */
    /* polycc: iy[i][j] -> iy[j]; w cells instead of h * w */
    float ix[w], iy[w];
    /* polycc: ixx[i][j] -> ixx[i % 3][j]; 3 * w cells instead of h * w */
    /* polycc: ixy[i][j] -> ixy[i % 3][j]; 3 * w cells instead of h * w */
    /* polycc: iyy[i][j] -> iyy[i % 3][j]; 3 * w cells instead of h * w */
    float ixx[3][w], ixy[3][w], iyy[3][w];
    /* polycc: sxx[i][j] -> sxx[j]; w cells instead of h * w */
    /* polycc: sxy[i][j] -> sxy[j]; w cells instead of h * w */
    /* polycc: syy[i][j] -> syy[j]; w cells instead of h * w */
    float sxx[w], sxy[w], syy[w];
#pragma scop
    {
        float *ixx_0 = ixx[1], *ixx_1 = ixx[0], *ixx_2 = ixx[2];
        float *ixy_0 = ixy[1], *ixy_1 = ixy[0], *ixy_2 = ixy[2];
        float *iyy_0 = iyy[1], *iyy_1 = iyy[0], *iyy_2 = iyy[2];
        for (int i = 1; i < h - 1; i++) {
            for (int j = 1; j < w - 1; j++)
                ix[j] = in[i - 1][j + 1] - in[i - 1][j - 1] + 2.0f * (in[i][j + 1] - in[i][j - 1]) + in[i + 1][j + 1] - in[i + 1][j - 1];
            for (int j = 1; j < w - 1; j++)
                iy[j] = in[i + 1][j - 1] - in[i - 1][j - 1] + 2.0f * (in[i + 1][j] - in[i - 1][j]) + in[i + 1][j + 1] - in[i - 1][j + 1];
            for (int j = 1; j < w - 1; j++)
                ixx_0[j] = ix[j] * ix[j];
            for (int j = 1; j < w - 1; j++)
                ixy_0[j] = ix[j] * iy[j];
            for (int j = 1; j < w - 1; j++)
                iyy_0[j] = iy[j] * iy[j];
            if (i >= 3) {
                for (int j = 2; j < w - 2; j++)
                    sxx[j] = ixx_2[j - 1] + ixx_2[j] + ixx_2[j + 1] + ixx_1[j - 1] + ixx_1[j] + ixx_1[j + 1] + ixx_0[j - 1] + ixx_0[j] + ixx_0[j + 1];
                for (int j = 2; j < w - 2; j++)
                    sxy[j] = ixy_2[j - 1] + ixy_2[j] + ixy_2[j + 1] + ixy_1[j - 1] + ixy_1[j] + ixy_1[j + 1] + ixy_0[j - 1] + ixy_0[j] + ixy_0[j + 1];
                for (int j = 2; j < w - 2; j++)
                    syy[j] = iyy_2[j - 1] + iyy_2[j] + iyy_2[j + 1] + iyy_1[j - 1] + iyy_1[j] + iyy_1[j + 1] + iyy_0[j - 1] + iyy_0[j] + iyy_0[j + 1];
                for (int j = 2; j < w - 2; j++)
                    out[i - 1][j] = sxx[j] * syy[j] - sxy[j] * sxy[j] - 0.04f * (sxx[j] + syy[j]) * (sxx[j] + syy[j]);
            }
            float *ixx_next = ixx_2;
            ixx_2 = ixx_1, ixx_1 = ixx_0, ixx_0 = ixx_next;
            float *ixy_next = ixy_2;
            ixy_2 = ixy_1, ixy_1 = ixy_0, ixy_0 = ixy_next;
            float *iyy_next = iyy_2;
            iyy_2 = iyy_1, iyy_1 = iyy_0, iyy_0 = iyy_next;
        }
    }
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
