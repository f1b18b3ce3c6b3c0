#include "stages.h"

static const int cx[WAYS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[WAYS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float weight[WAYS] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                                   1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};

void density(const float *f, float *rho, int n)
{
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < WAYS; k++)
            sum += f[k * n + i];
        rho[i] = sum;
    }
}

void velocity(const float *f, const float *rho, float *ux, float *uy, int n)
{
    for (int i = 0; i < n; i++) {
        ux[i] = (f[n + i] - f[3 * n + i] + f[5 * n + i] - f[6 * n + i] - f[7 * n + i] + f[8 * n + i]) / rho[i];
        uy[i] = (f[2 * n + i] - f[4 * n + i] + f[5 * n + i] + f[6 * n + i] - f[7 * n + i] - f[8 * n + i]) / rho[i];
    }
}

void balance(const float *rho, const float *ux, const float *uy, float *eq, int n)
{
    for (int k = 0; k < WAYS; k++)
        for (int i = 0; i < n; i++) {
            float c = cx[k] * ux[i] + cy[k] * uy[i];
            float s = ux[i] * ux[i] + uy[i] * uy[i];
            eq[k * n + i] = weight[k] * rho[i] * (1 + 3 * c + 4.5f * c * c - 1.5f * s);
        }
}

void collide(const float *f, const float *eq, float *out, int n, float rate)
{
    for (int i = 0; i < WAYS * n; i++)
        out[i] = f[i] + rate * (eq[i] - f[i]);
}

/* What leaves on one side comes in on the other. */
void stream(const float *in, float *f, int w, int h)
{
    for (int k = 0; k < WAYS; k++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int fx = x - cx[k], fy = y - cy[k];
                if (fx < 0)
                    fx += w;
                if (fx >= w)
                    fx -= w;
                if (fy < 0)
                    fy += h;
                if (fy >= h)
                    fy -= h;
                f[(k * h + y) * w + x] = in[(k * h + fy) * w + fx];
            }
}
