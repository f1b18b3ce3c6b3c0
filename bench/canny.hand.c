/* Edges as Canny finds them, without hysteresis, that keeps rows. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

static void across(int w, const float *restrict in, float *restrict row)
{
    for (int x = 2; x < w - 2; x++)
        row[x] = (in[x - 2] + in[x + 2] + 4 * (in[x - 1] + in[x + 1]) + 6 * in[x]) / 16;
}

static void down(int w, float *const *row, float *restrict out)
{
    const float *restrict a = row[0], *restrict b = row[1], *restrict c = row[2], *restrict d = row[3],
                *restrict e = row[4];
    for (int x = 2; x < w - 2; x++)
        out[x] = (a[x] + e[x] + 4 * (b[x] + d[x]) + 6 * c[x]) / 16;
}

static void gradients(int w, const float *restrict a, const float *restrict b, const float *restrict c,
                      float *restrict gx, float *restrict gy, float *restrict strength)
{
    for (int x = 3; x < w - 3; x++) {
        gx[x] = a[x + 1] - a[x - 1] + 2 * (b[x + 1] - b[x - 1]) + c[x + 1] - c[x - 1];
        gy[x] = c[x - 1] - a[x - 1] + 2 * (c[x] - a[x]) + c[x + 1] - a[x + 1];
        strength[x] = sqrtf(gx[x] * gx[x] + gy[x] * gy[x]);
    }
}

static void thin(int w, const float *restrict gx, const float *restrict gy, const float *restrict above,
                 const float *restrict here, const float *restrict below, float *restrict out)
{
    for (int x = 4; x < w - 4; x++) {
        float a, b;
        if (fabsf(gy[x]) < 0.41421356f * fabsf(gx[x])) {
            a = here[x - 1];
            b = here[x + 1];
        } else if (fabsf(gx[x]) < 0.41421356f * fabsf(gy[x])) {
            a = above[x];
            b = below[x];
        } else if (gx[x] * gy[x] > 0) {
            a = above[x - 1];
            b = below[x + 1];
        } else {
            a = above[x + 1];
            b = below[x - 1];
        }
        float kept = here[x] >= a && here[x] >= b ? here[x] : 0;
        out[x] = kept > 0.4f ? 1.0f : kept > 0.2f ? 0.5f : 0.0f;
    }
}

/* The last `count` rows of a step, the oldest first. */
static void rotate(float **row, int count)
{
    float *oldest = row[0];
    for (int i = 0; i + 1 < count; i++)
        row[i] = row[i + 1];
    row[count - 1] = oldest;
}

void pipeline(int h, int w, const float *in, float *out)
{
    float *lines = malloc(15 * w * sizeof *lines), *row[15];
    for (int i = 0; i < 15; i++)
        row[i] = lines + (size_t)i * w;
    float **blurred = row, **soft = row + 5, **strength = row + 8, **gx = row + 11, **gy = row + 13;
    for (int y = 0; y < h; y++) {
        rotate(blurred, 5);
        across(w, in + (size_t)y * w, blurred[4]);
        if (y < 4)
            continue;
        rotate(soft, 3);
        down(w, blurred, soft[2]);
        if (y < 6)
            continue;
        rotate(strength, 3), rotate(gx, 2), rotate(gy, 2);
        gradients(w, soft[0], soft[1], soft[2], gx[1], gy[1], strength[2]);
        if (y >= 8)
            thin(w, gx[0], gy[0], strength[0], strength[1], strength[2], out + (size_t)(y - 4) * w);
    }
    free(lines);
}
