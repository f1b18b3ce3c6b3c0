// polycc: --optimize speed
// expect: contracted ix
// expect: contracted syy
/* The corner detector with eight frames from malloc, checked and freed together. */
#include "bits.h"

static void harris(int h, int w, float (*restrict in)[w], float (*restrict out)[w])
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
    if (!ix || !iy || !ixx || !ixy || !iyy || !sxx || !sxy || !syy)
        exit(1);

    /* gradients */
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
                /* products */
                ixx_0[j] = ix[j] * ix[j];
            for (int j = 1; j < w - 1; j++)
                ixy_0[j] = ix[j] * iy[j];
            for (int j = 1; j < w - 1; j++)
                iyy_0[j] = iy[j] * iy[j];
            if (i >= 3) {
                for (int j = 2; j < w - 2; j++)
                    /* windows */
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
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {4, 6}, {5, 5}, {9, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 203), *out = data_f32(h * w, 204);
        harris(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
