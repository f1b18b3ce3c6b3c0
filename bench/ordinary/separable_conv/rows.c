/* A depthwise separable layer: 3 x 3 for each channel, then all channels mixed at each pixel. */
#include "program.h"

static void layer(int h, int w, int n, int m, const float x[restrict h + 2][w + 2][n], const float depth[restrict 3][3][n],
                  const float point[restrict n][m], float y[restrict h][w][m])
{
    float (*t)[w][n] = malloc(sizeof(float[h][w][n]));
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            for (int c = 0; c < n; c++) {
                float sum = 0;
                for (int p = 0; p < 3; p++)
                    for (int q = 0; q < 3; q++)
                        sum += depth[p][q][c] * x[i + p][j + q][c];
                t[i][j][c] = sum > 0 ? sum : 0;
            }
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            for (int o = 0; o < m; o++)
                y[i][j][o] = 0;
            for (int c = 0; c < n; c++)
                for (int o = 0; o < m; o++)
                    y[i][j][o] += t[i][j][c] * point[c][o];
        }
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2), n = size(argc, argv, 3), m = n;
    float *x = floats((size_t)(h + 2) * (w + 2) * n, 1), *y = floats((size_t)h * w * m, 2);
    float *depth = floats(9 * n, 3), *point = floats((size_t)n * m, 4);
    layer(h, w, n, m, (void *)x, (void *)depth, (void *)point, (void *)y);
    show("y", y, sizeof(float) * h * w * m);
    free(x);
    free(y);
    free(depth);
    free(point);
    return 0;
}
