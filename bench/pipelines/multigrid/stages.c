#include "stages.h"

void smooth(const double *u, const double *f, double *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                out[i] = u[i];
            else
                out[i] = 0.2 * u[i] + 0.2 * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] + f[i]);
        }
}

void residual(const double *u, const double *f, double *r, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                r[i] = 0;
            else
                r[i] = f[i] - (4 * u[i] - u[i - 1] - u[i + 1] - u[i - w] - u[i + w]);
        }
}

/* w and h are the coarse grid's; the fine one is 2 w + 1 wide and 2 h + 1 high. */
void coarsen(const double *fine, double *coarse, int w, int h)
{
    int fw = 2 * w + 1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const double *p = fine + (2 * y + 1) * fw + 2 * x + 1;
            coarse[y * w + x] = p[0] + 0.5 * (p[-1] + p[1] + p[-fw] + p[fw]);
        }
}

void refine(const double *coarse, double *fine, int w, int h)
{
    int fw = 2 * w + 1, fh = 2 * h + 1;
    for (int y = 0; y < fh; y++)
        for (int x = 0; x < fw; x++) {
            if (x == 0 || y == 0 || x == fw - 1 || y == fh - 1)
                fine[y * fw + x] = 0;
            else
                fine[y * fw + x] = 0.25 * (coarse[(y - 1) / 2 * w + (x - 1) / 2] + coarse[y / 2 * w - (y / 2 == h) * w + (x - 1) / 2]
                                           + coarse[(y - 1) / 2 * w + x / 2 - (x / 2 == w)]
                                           + coarse[(y / 2 - (y / 2 == h)) * w + x / 2 - (x / 2 == w)]);
        }
}

void correct(double *u, const double *e, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y * w + x] += e[y * w + x];
}

void clear(double *u, int n)
{
    for (int i = 0; i < n; i++)
        u[i] = 0;
}
