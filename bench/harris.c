/* The Harris corner detector with a frame for each step. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

static void harris(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*ix)[w] = malloc(sizeof(float[h][w]));
    float (*iy)[w] = malloc(sizeof(float[h][w]));
    float (*ixx)[w] = malloc(sizeof(float[h][w]));
    float (*ixy)[w] = malloc(sizeof(float[h][w]));
    float (*iyy)[w] = malloc(sizeof(float[h][w]));
    float (*sxx)[w] = malloc(sizeof(float[h][w]));
    float (*sxy)[w] = malloc(sizeof(float[h][w]));
    float (*syy)[w] = malloc(sizeof(float[h][w]));
    float (*det)[w] = malloc(sizeof(float[h][w]));
    float (*trace)[w] = malloc(sizeof(float[h][w]));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            iy[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x])
                        + in[y + 1][x + 1] - in[y - 1][x + 1]) / 12;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            ix[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1])
                        + in[y + 1][x + 1] - in[y + 1][x - 1]) / 12;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            ixx[y][x] = ix[y][x] * ix[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            ixy[y][x] = ix[y][x] * iy[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            iyy[y][x] = iy[y][x] * iy[y][x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            sxx[y][x] = ixx[y - 1][x - 1] + ixx[y - 1][x] + ixx[y - 1][x + 1] + ixx[y][x - 1] + ixx[y][x]
                        + ixx[y][x + 1] + ixx[y + 1][x - 1] + ixx[y + 1][x] + ixx[y + 1][x + 1];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            sxy[y][x] = ixy[y - 1][x - 1] + ixy[y - 1][x] + ixy[y - 1][x + 1] + ixy[y][x - 1] + ixy[y][x]
                        + ixy[y][x + 1] + ixy[y + 1][x - 1] + ixy[y + 1][x] + ixy[y + 1][x + 1];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            syy[y][x] = iyy[y - 1][x - 1] + iyy[y - 1][x] + iyy[y - 1][x + 1] + iyy[y][x - 1] + iyy[y][x]
                        + iyy[y][x + 1] + iyy[y + 1][x - 1] + iyy[y + 1][x] + iyy[y + 1][x + 1];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            det[y][x] = sxx[y][x] * syy[y][x] - sxy[y][x] * sxy[y][x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            trace[y][x] = sxx[y][x] + syy[y][x];
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            out[y][x] = det[y][x] - 0.04f * trace[y][x] * trace[y][x];
    free(ix);
    free(iy);
    free(ixx);
    free(ixy);
    free(iyy);
    free(sxx);
    free(sxy);
    free(syy);
    free(det);
    free(trace);
}

void pipeline(int h, int w, const float *in, float *out)
{
    harris(h, w, (const void *)in, (void *)out);
}
