// expect: scalarized gx
// expect: scalarized gy
// expect: contracted xx
/* Stages over arrays of two dimensions, one of them called three times with other arrays: nobody calls them afterwards. */
#include "bits.h"

static void corners(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    /* polycc: gx[i][j] -> gx; 1 cell instead of h * w */
    /* polycc: gy[i][j] -> gy; 1 cell instead of h * w */
    /* polycc: xx[i][j] -> xx[i % 3][j]; 3 * w cells instead of h * w */
    /* polycc: yy[i][j] -> yy[i % 2][j]; 2 * w cells instead of h * w */
    /* polycc: xy[i][j] -> xy[i % 2][j]; 2 * w cells instead of h * w */
    float gx = 0, gy = 0, xx[3][w], yy[2][w], xy[2][w];
    {
        float k;
        /* respond */
        k = 0.04f;
        float *xx_0 = xx[1], *xx_1 = xx[0], *xx_2 = xx[2];
        float *yy_0 = yy[1], *yy_1 = yy[0];
        float *xy_0 = xy[1], *xy_1 = xy[0];
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                /* gradients */
                gx = in[y][x + 1] - in[y][x - 1];
                gy = in[y + 1][x] - in[y - 1][x];
                /* multiply */
                xx_0[x] = gx * gx;
                /* multiply */
                yy_0[x] = gy * gy;
                /* multiply */
                xy_0[x] = gx * gy;
            }
            if (y >= 3)
                for (int x = 2; x < w - 2; x++) {
                    float a = xx_2[x] + xx_1[x] + xx_0[x];
                    float b = yy_1[x - 1] + yy_1[x] + yy_1[x + 1];
                    float c = xy_1[x];
                    out[y - 1][x] = a * b - c * c - k * (a + b) * (a + b);
                }
            float *xx_next = xx_2;
            xx_2 = xx_1, xx_1 = xx_0, xx_0 = xx_next;
            float *yy_next = yy_1;
            yy_1 = yy_0, yy_0 = yy_next;
            float *xy_next = xy_1;
            xy_1 = xy_0, xy_0 = xy_next;
        }
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)h * w, 3), *out = data_f32((long)h * w, 5);
        corners(w, h, (const float (*)[w])in, (float (*)[w])out);
        show("corners", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
