// expect: contracted rough
// expect: contracted sharpen_tmp
// expect: contracted tmp
// says: `draw`, `halve`, `sharpen`: inlined here
/* Stages that obtain what they need themselves, and call it the same: all blocks are obtained before the loops, under different names. */
#include "bits.h"

static void draw(float *frame, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            frame[(size_t)y * w + x] = (float)((x * 7 + y * 13) % 32);
}

static int halve(float *frame, int w, int h)
{
    float *tmp = malloc((size_t)w * h * sizeof *tmp);
    if (!tmp)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            tmp[(size_t)y * w + x] = frame[(size_t)y * w + x] / 2;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            frame[(size_t)y * w + x] = tmp[(size_t)y * w + x] + 1;
    free(tmp);
    return 0;
}

static int sharpen(const float *frame, float *row, int w, int h)
{
    float *tmp = malloc((size_t)w * h * sizeof *tmp);
    if (!tmp)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            tmp[(size_t)y * w + x] = frame[(size_t)y * w + x] - frame[(size_t)y * w + x - 1];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            row[x] += tmp[(size_t)y * w + x] * tmp[(size_t)(y - 1) * w + x];
    free(tmp);
    return 0;
}

static float run(int w, int h)
{
    float sum = -1;
    float *rough = NULL, *row = NULL;
    if (w < 1 || h < 1)
        return -2;
    row = calloc(w, sizeof *row);
    rough = malloc((size_t)w * h * sizeof *rough);
    if (!row || !rough)
        goto end;
    draw(rough, w, h);
    if (halve(rough, w, h) < 0 || sharpen(rough, row, w, h) < 0)
        goto end;
    sum = 0;
    for (int x = 0; x < w; x++)
        sum += row[x];
end:
    free(row);
    free(rough);
    return sum;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        float result = run(sizes[s], sizes[(s + 1) % (sizeof sizes / sizeof *sizes)]);
        show("result", &result, 1, sizeof result);
    }
    return 0;
}
