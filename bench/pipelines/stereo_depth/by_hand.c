/* Depth from two pictures: all stages in one function. */
#include "program.h"
#include <math.h>

#define SHIFTS 16

static void depth_map(int w, int h, const float left[restrict h][w], const float right[restrict h][w],
                      float out[restrict h][w])
{
    float (*costs)[h][w] = malloc(sizeof(float[SHIFTS][h][w]));
    float (*rows)[h][w] = malloc(sizeof(float[SHIFTS][h][w]));
    float (*sums)[h][w] = malloc(sizeof(float[SHIFTS][h][w]));
    float (*depth)[w] = malloc(sizeof(float[h][w]));
    for (int d = 0; d < SHIFTS; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                costs[d][y][x] = x < d ? 1 : fabsf(left[y][x] - right[y][x - d]);
    for (int d = 0; d < SHIFTS; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                rows[d][y][x] = (x > 0 ? costs[d][y][x - 1] : costs[d][y][x]) + costs[d][y][x]
                                + (x < w - 1 ? costs[d][y][x + 1] : costs[d][y][x]);
    for (int d = 0; d < SHIFTS; d++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                sums[d][y][x] = (y > 0 ? rows[d][y - 1][x] : rows[d][y][x]) + rows[d][y][x]
                                + (y < h - 1 ? rows[d][y + 1][x] : rows[d][y][x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int best = 0;
            float least = sums[0][y][x];
            for (int d = 1; d < SHIFTS; d++)
                if (sums[d][y][x] < least) {
                    least = sums[d][y][x];
                    best = d;
                }
            depth[y][x] = best;
        }
    for (int y = 0; y < h; y++) {
        out[y][0] = depth[y][0];
        out[y][w - 1] = depth[y][w - 1];
        for (int x = 1; x < w - 1; x++) {
            float a = depth[y][x - 1], b = depth[y][x], c = depth[y][x + 1];
            float low = a < b ? a : b, high = a < b ? b : a;
            out[y][x] = c < low ? low : c > high ? high : c;
        }
    }
    free(costs);
    free(rows);
    free(sums);
    free(depth);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *left = floats((size_t)w * h, 1), *right = floats((size_t)w * h, 2), *out = floats((size_t)w * h, 3);
    depth_map(w, h, (const void *)left, (const void *)right, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(left);
    free(right);
    free(out);
    return 0;
}
