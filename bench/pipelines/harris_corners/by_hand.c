/* Corners: all stages in one function. */
#include "program.h"

static void harris(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    float (*gx)[w] = malloc(sizeof(float[h][w]));
    float (*gy)[w] = malloc(sizeof(float[h][w]));
    float (*product)[w] = malloc(sizeof(float[h][w]));
    float (*xx)[w] = malloc(sizeof(float[h][w]));
    float (*xy)[w] = malloc(sizeof(float[h][w]));
    float (*yy)[w] = malloc(sizeof(float[h][w]));
    float (*response)[w] = malloc(sizeof(float[h][w]));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            gx[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1]) + in[y + 1][x + 1]
                        - in[y + 1][x - 1]) / 8;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            gy[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x]) + in[y + 1][x + 1]
                        - in[y - 1][x + 1]) / 8;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            product[y][x] = gx[y][x] * gx[y][x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += product[y + j][x + i];
            xx[y][x] = sum;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            product[y][x] = gx[y][x] * gy[y][x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += product[y + j][x + i];
            xy[y][x] = sum;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            product[y][x] = gy[y][x] * gy[y][x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += product[y + j][x + i];
            yy[y][x] = sum;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float trace = xx[y][x] + yy[y][x];
            response[y][x] = xx[y][x] * yy[y][x] - xy[y][x] * xy[y][x] - 0.04f * trace * trace;
        }
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++) {
            float v = response[y][x];
            out[y][x] = v > response[y - 1][x] && v > response[y + 1][x] && v > response[y][x - 1]
                                && v > response[y][x + 1]
                            ? v
                            : 0;
        }
    free(gx);
    free(gy);
    free(product);
    free(xx);
    free(xy);
    free(yy);
    free(response);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    harris(w, h, (const void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
