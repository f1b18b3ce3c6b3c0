// expect: contracted frame
/* A loop over all cells at once, with a size that a check in front of it says isn't negative; a jump past such a check, and one
   that changes the size, say nothing. */
#include "bits.h"

static float checked(const float *in, int w, int h)
{
    float sum = 0;
    if (w < 1 || h < 1 || in[0] > 1e30f)
        return -1;
    /* polycc: frame[i * (long)w + j] -> frame[j]; w cells instead of h * w */
    float *frame = malloc(sizeof(float[w]));
    if (!frame)
        exit(1);
    size_t n = (size_t)w * h;
    for (long y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            frame[x] = in[x] + ((int)y);
        for (long i_1 = 0; i_1 < w; i_1++)
            sum += frame[i_1];
    }
    free(frame);
    return sum / n;
}

static float unchecked(const float *in, int w, int h, int mode)
{
    float sum = 0;
    if (mode == 1)
        goto start;
    if (w < 1 || h < 1)
        return -1;
start:;
    if (w < 0)
        w = 0;
    size_t n = (size_t)w * (h < 0 ? 0 : h);
    float *unknown = malloc((n + 1) * sizeof *unknown);
    if (!unknown)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            unknown[(size_t)y * w + x] = in[x] + y;
    for (size_t i = 0; i < n; i++)
        sum += unknown[i];
    free(unknown);
    return sum;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32(w, 3);
        float sums[] = {checked(in, w, h), checked(in, w, -h), unchecked(in, w, h, 0), unchecked(in, w, -h, 1)};
        show("sums", sums, 4, sizeof *sums);
        free(in);
    }
    return 0;
}
