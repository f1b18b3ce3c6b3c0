/* A flow on a lattice: all stages in one function. */
#include "program.h"

#define WAYS 9

static const int cx[WAYS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[WAYS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float weight[WAYS] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                                   1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};

static void step(int w, int h, float f[restrict WAYS][h][w])
{
    float (*rho)[w] = malloc(sizeof(float[h][w]));
    float (*ux)[w] = malloc(sizeof(float[h][w]));
    float (*uy)[w] = malloc(sizeof(float[h][w]));
    float (*eq)[h][w] = malloc(sizeof(float[WAYS][h][w]));
    float (*after)[h][w] = malloc(sizeof(float[WAYS][h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = 0; k < WAYS; k++)
                sum += f[k][y][x];
            rho[y][x] = sum;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            ux[y][x] = (f[1][y][x] - f[3][y][x] + f[5][y][x] - f[6][y][x] - f[7][y][x] + f[8][y][x]) / rho[y][x];
            uy[y][x] = (f[2][y][x] - f[4][y][x] + f[5][y][x] + f[6][y][x] - f[7][y][x] - f[8][y][x]) / rho[y][x];
        }
    for (int k = 0; k < WAYS; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float c = cx[k] * ux[y][x] + cy[k] * uy[y][x];
                float s = ux[y][x] * ux[y][x] + uy[y][x] * uy[y][x];
                eq[k][y][x] = weight[k] * rho[y][x] * (1 + 3 * c + 4.5f * c * c - 1.5f * s);
            }
    for (int k = 0; k < WAYS; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                after[k][y][x] = f[k][y][x] + 0.6f * (eq[k][y][x] - f[k][y][x]);
    for (int k = 0; k < WAYS; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                f[k][y][x] = after[k][(y - cy[k] + h) % h][(x - cx[k] + w) % w];
    free(rho);
    free(ux);
    free(uy);
    free(eq);
    free(after);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    float *f = floats((size_t)WAYS * w * h, 1);
    for (int i = 0; i < WAYS * w * h; i++)
        f[i] += 1;
    for (int t = 0; t < steps; t++)
        step(w, h, (void *)f);
    show("f", f, sizeof(float) * WAYS * w * h);
    free(f);
    return 0;
}
