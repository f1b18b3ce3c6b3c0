/* How much of a corner each pixel is, after Harris. */
#include "program.h"

static int harris(const float *in, float *out, int w, int h)
{
    float *xx = malloc(w * h * sizeof *xx);
    float *xy = malloc(w * h * sizeof *xy);
    float *yy = malloc(w * h * sizeof *yy);
    if (!xx || !xy || !yy) {
        free(xx);
        free(xy);
        free(yy);
        return -1;
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int i = y * w + x;
            float dx = 0.5f * (in[i + 1] - in[i - 1]);
            float dy = 0.5f * (in[i + w] - in[i - w]);
            xx[i] = dx * dx;
            xy[i] = dx * dy;
            yy[i] = dy * dy;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float a = 0, b = 0, c = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    int k = (y + j) * w + x + i;
                    a += xx[k];
                    b += xy[k];
                    c += yy[k];
                }
            out[y * w + x] = a * c - b * b - 0.05f * (a + c) * (a + c);
        }
    free(xx);
    free(xy);
    free(yy);
    return 0;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    if (harris(in, out, w, h) != 0)
        return 1;
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
