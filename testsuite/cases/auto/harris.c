// polycc: --optimize speed
// expect: contracted ix
// expect: contracted syy
/* The corner detector with eight frames from malloc, checked and freed together. */
#include "bits.h"

static void harris(int h, int w, float (*restrict in)[w], float (*restrict out)[w])
{
    float (*ix)[w] = malloc(sizeof(float[h][w]));
    float (*iy)[w] = malloc(sizeof(float[h][w]));
    float (*ixx)[w] = malloc(sizeof(float[h][w]));
    float (*ixy)[w] = malloc(sizeof(float[h][w]));
    float (*iyy)[w] = malloc(sizeof(float[h][w]));
    float (*sxx)[w] = malloc(sizeof(float[h][w]));
    float (*sxy)[w] = malloc(sizeof(float[h][w]));
    float (*syy)[w] = malloc(sizeof(float[h][w]));
    if (!ix || !iy || !ixx || !ixy || !iyy || !sxx || !sxy || !syy)
        exit(1);

    /* gradients */
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            ix[i][j] = in[i - 1][j + 1] - in[i - 1][j - 1] + 2.0f * (in[i][j + 1] - in[i][j - 1])
                + in[i + 1][j + 1] - in[i + 1][j - 1];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            iy[i][j] = in[i + 1][j - 1] - in[i - 1][j - 1] + 2.0f * (in[i + 1][j] - in[i - 1][j])
                + in[i + 1][j + 1] - in[i - 1][j + 1];

    /* products */
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            ixx[i][j] = ix[i][j] * ix[i][j];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            ixy[i][j] = ix[i][j] * iy[i][j];
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            iyy[i][j] = iy[i][j] * iy[i][j];

    /* windows */
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
            sxx[i][j] = ixx[i - 1][j - 1] + ixx[i - 1][j] + ixx[i - 1][j + 1]
                + ixx[i][j - 1] + ixx[i][j] + ixx[i][j + 1]
                + ixx[i + 1][j - 1] + ixx[i + 1][j] + ixx[i + 1][j + 1];
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
            sxy[i][j] = ixy[i - 1][j - 1] + ixy[i - 1][j] + ixy[i - 1][j + 1]
                + ixy[i][j - 1] + ixy[i][j] + ixy[i][j + 1]
                + ixy[i + 1][j - 1] + ixy[i + 1][j] + ixy[i + 1][j + 1];
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
            syy[i][j] = iyy[i - 1][j - 1] + iyy[i - 1][j] + iyy[i - 1][j + 1]
                + iyy[i][j - 1] + iyy[i][j] + iyy[i][j + 1]
                + iyy[i + 1][j - 1] + iyy[i + 1][j] + iyy[i + 1][j + 1];

    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++)
            out[i][j] = sxx[i][j] * syy[i][j] - sxy[i][j] * sxy[i][j]
                - 0.04f * (sxx[i][j] + syy[i][j]) * (sxx[i][j] + syy[i][j]);

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
