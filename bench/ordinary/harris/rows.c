/* How much of a corner each pixel is, after Harris. */
#include "program.h"

static void harris(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float (*xx)[w] = malloc(sizeof(float[h][w]));
    float (*xy)[w] = malloc(sizeof(float[h][w]));
    float (*yy)[w] = malloc(sizeof(float[h][w]));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float dx = 0.5f * (in[y][x + 1] - in[y][x - 1]);
            float dy = 0.5f * (in[y + 1][x] - in[y - 1][x]);
            xx[y][x] = dx * dx;
            xy[y][x] = dx * dy;
            yy[y][x] = dy * dy;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float a = 0, b = 0, c = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    a += xx[y + j][x + i];
                    b += xy[y + j][x + i];
                    c += yy[y + j][x + i];
                }
            out[y][x] = a * c - b * b - 0.05f * (a + c) * (a + c);
        }
    free(xx);
    free(xy);
    free(yy);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    harris(h, w, (void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
