/* The Harris corner detector that keeps three rows of each product of gradients. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

struct products {
    float *xx, *xy, *yy;
};

static void gradients(int w, const float *restrict above, const float *restrict here,
                      const float *restrict below, struct products row)
{
    float *restrict xx = row.xx, *restrict xy = row.xy, *restrict yy = row.yy;
    for (int x = 1; x < w - 1; x++) {
        float iy = (below[x - 1] - above[x - 1] + 2 * (below[x] - above[x]) + below[x + 1] - above[x + 1]) / 12;
        float ix = (above[x + 1] - above[x - 1] + 2 * (here[x + 1] - here[x - 1]) + below[x + 1] - below[x - 1]) / 12;
        xx[x] = ix * ix;
        xy[x] = ix * iy;
        yy[x] = iy * iy;
    }
}

static inline float sum(const float *a, const float *b, const float *c, int x)
{
    return a[x - 1] + a[x] + a[x + 1] + b[x - 1] + b[x] + b[x + 1] + c[x - 1] + c[x] + c[x + 1];
}

static void corners(int w, struct products a, struct products b, struct products c, float *restrict out)
{
    for (int x = 2; x < w - 2; x++) {
        float sxx = sum(a.xx, b.xx, c.xx, x), sxy = sum(a.xy, b.xy, c.xy, x), syy = sum(a.yy, b.yy, c.yy, x);
        float trace = sxx + syy;
        out[x] = sxx * syy - sxy * sxy - 0.04f * trace * trace;
    }
}

void pipeline(int h, int w, const float *in, float *out)
{
    float *lines = malloc(9 * w * sizeof *lines);
    struct products row[3];
    for (int i = 0; i < 3; i++) {
        row[i].xx = lines + (size_t)(3 * i) * w;
        row[i].xy = row[i].xx + w;
        row[i].yy = row[i].xy + w;
    }
    for (int y = 1; y < h - 1; y++) {
        struct products oldest = row[0];
        row[0] = row[1], row[1] = row[2], row[2] = oldest;
        const float *here = in + (size_t)y * w;
        gradients(w, here - w, here, here + w, row[2]);
        if (y >= 3)
            corners(w, row[0], row[1], row[2], out + (size_t)(y - 1) * w);
    }
    free(lines);
}
