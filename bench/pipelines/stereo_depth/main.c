/* Depth from two pictures: costs of all shifts, summed along rows and columns, the best shift, smoothed. */
#include "program.h"
#include <math.h>

#define SHIFTS 16

/* costs[d][y][x] is what the shift d costs. */
static void match(const float *left, const float *right, float *costs, int w, int h)
{
    for (int d = 0; d < SHIFTS; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                costs[(d * h + y) * w + x] = x < d ? 1 : fabsf(left[y * w + x] - right[y * w + x - d]);
}

static void sum_rows(const float *in, float *out, int w, int h)
{
    for (int d = 0; d < SHIFTS; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int i = (d * h + y) * w + x;
                out[i] = (x > 0 ? in[i - 1] : in[i]) + in[i] + (x < w - 1 ? in[i + 1] : in[i]);
            }
}

static void sum_columns(const float *in, float *out, int w, int h)
{
    for (int d = 0; d < SHIFTS; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int i = (d * h + y) * w + x;
                out[i] = (y > 0 ? in[i - w] : in[i]) + in[i] + (y < h - 1 ? in[i + w] : in[i]);
            }
}

static void best_shift(const float *costs, float *depth, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int best = 0;
            float least = costs[y * w + x];
            for (int d = 1; d < SHIFTS; d++)
                if (costs[(d * h + y) * w + x] < least) {
                    least = costs[(d * h + y) * w + x];
                    best = d;
                }
            depth[y * w + x] = best;
        }
}

/* The middle one of three in a row. */
static void median(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++) {
        out[y * w] = in[y * w];
        out[y * w + w - 1] = in[y * w + w - 1];
        for (int x = 1; x < w - 1; x++) {
            float a = in[y * w + x - 1], b = in[y * w + x], c = in[y * w + x + 1];
            float low = a < b ? a : b, high = a < b ? b : a;
            out[y * w + x] = c < low ? low : c > high ? high : c;
        }
    }
}

static int depth_map(const float *left, const float *right, float *out, int w, int h)
{
    int status = 1;
    float *costs = malloc((size_t)SHIFTS * w * h * sizeof(float));
    float *rows = malloc((size_t)SHIFTS * w * h * sizeof(float));
    float *depth = malloc((size_t)w * h * sizeof(float));
    if (!costs || !rows || !depth)
        goto end;
    match(left, right, costs, w, h);
    sum_rows(costs, rows, w, h);
    sum_columns(rows, costs, w, h);
    best_shift(costs, depth, w, h);
    median(depth, out, w, h);
    status = 0;
end:
    free(costs);
    free(rows);
    free(depth);
    return status;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *left = floats((size_t)w * h, 1), *right = floats((size_t)w * h, 2), *out = floats((size_t)w * h, 3);
    if (depth_map(left, right, out, w, h))
        return 1;
    show("out", out, sizeof(float) * w * h);
    free(left);
    free(right);
    free(out);
    return 0;
}
