/* Corners: gradients, their products summed over windows, and where the response is largest. */
#include "program.h"

static void gradient_x(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1]) + in[y + 1][x + 1]
                         - in[y + 1][x - 1]) / 8;
}

static void gradient_y(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x]) + in[y + 1][x + 1]
                         - in[y - 1][x + 1]) / 8;
}

static void multiply(int w, int h, float a[h][w], float b[h][w], float out[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = a[y][x] * b[y][x];
}

static void window(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += in[y + j][x + i];
            out[y][x] = sum;
        }
}

static void respond(int w, int h, float xx[h][w], float xy[h][w], float yy[h][w], float out[h][w])
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float trace = xx[y][x] + yy[y][x];
            out[y][x] = xx[y][x] * yy[y][x] - xy[y][x] * xy[y][x] - 0.04f * trace * trace;
        }
}

static void peaks(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++) {
            float v = in[y][x];
            out[y][x] = v > in[y - 1][x] && v > in[y + 1][x] && v > in[y][x - 1] && v > in[y][x + 1] ? v : 0;
        }
}

static void harris(int w, int h, float in[h][w], float out[h][w])
{
    float (*gx)[w] = malloc(sizeof(float[h][w]));
    float (*gy)[w] = malloc(sizeof(float[h][w]));
    float (*product)[w] = malloc(sizeof(float[h][w]));
    float (*xx)[w] = malloc(sizeof(float[h][w]));
    float (*xy)[w] = malloc(sizeof(float[h][w]));
    float (*yy)[w] = malloc(sizeof(float[h][w]));
    float (*response)[w] = malloc(sizeof(float[h][w]));
    gradient_x(w, h, in, gx);
    gradient_y(w, h, in, gy);
    /* One frame for all three products. */
    multiply(w, h, gx, gx, product);
    window(w, h, product, xx);
    multiply(w, h, gx, gy, product);
    window(w, h, product, xy);
    multiply(w, h, gy, gy, product);
    window(w, h, product, yy);
    respond(w, h, xx, xy, yy, response);
    peaks(w, h, response, out);
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
    float (*in)[w] = floats((size_t)w * h, 1), (*out)[w] = floats((size_t)w * h, 2);
    harris(w, h, in, out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
