/* What moves before a background: all stages in one function. */
#include "program.h"
#include <math.h>

static void find_moving(int w, int h, const float frame[restrict h][w], float background[restrict h][w],
                        float mask[restrict h][w])
{
    float (*smooth)[w] = malloc(sizeof(float[h][w]));
    float (*diff)[w] = malloc(sizeof(float[h][w]));
    float (*raw)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float left = x > 0 ? frame[y][x - 1] : 0, right = x < w - 1 ? frame[y][x + 1] : 0;
            float up = y > 0 ? frame[y - 1][x] : 0, down = y < h - 1 ? frame[y + 1][x] : 0;
            smooth[y][x] = 0.5f * frame[y][x] + 0.125f * (left + right + up + down);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            diff[y][x] = fabsf(smooth[y][x] - background[y][x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            raw[y][x] = diff[y][x] > 0.2f ? 1 : 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    if (y + j >= 0 && y + j < h && x + i >= 0 && x + i < w)
                        sum += raw[y + j][x + i];
            mask[y][x] = sum > 4 ? 1 : 0;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (mask[y][x] == 0)
                background[y][x] += 0.1f * (smooth[y][x] - background[y][x]);
    free(smooth);
    free(diff);
    free(raw);
}

int main(int argc, char **argv)
{
    int frames = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    float *frame = floats((size_t)w * h, 1), *background = floats((size_t)w * h, 2), *mask = floats((size_t)w * h, 3);
    for (int k = 0; k < frames; k++) {
        find_moving(w, h, (const void *)frame, (void *)background, (void *)mask);
        for (int i = 0; i < w * h; i++)
            frame[i] = 0.75f * frame[i] + 0.01f * k;
    }
    show("mask", mask, sizeof(float) * w * h);
    show("background", background, sizeof(float) * w * h);
    free(frame);
    free(background);
    free(mask);
    return 0;
}
