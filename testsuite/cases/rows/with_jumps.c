// expect: contracted t
// expect: contracted slope
/* A function that leaves by `goto` when it has no memory: its pointers to cells and its indexes still stand for their values. */
#include "bits.h"

static int roughness(const float *in, float *out, int w, int h)
{
    int status = -1;
    float *t = NULL, *slope = NULL;
    if (w < 1 || h < 1)
        goto done;
    t = malloc(sizeof(float) * w * h);
    if (!t)
        goto done;
    slope = malloc(sizeof(float) * w * h);
    if (!slope)
        goto done;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const float *cell = in + y * w + x;
            t[y * w + x] = x == 0 ? cell[0] : (cell[-1] + cell[0]) / 2;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *a = t + (y - 1) * w + x, *b = t + y * w + x, *c = t + (y + 1) * w + x;
            int i = y * w + x;
            slope[i] = c[-1] + c[0] + c[1] - a[-1] - a[0] - a[1] + 2 * (b[1] - b[-1]);
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int i;
            i = y * w + x;
            out[i] = slope[i] < 0 ? -slope[i] : slope[i];
        }
    status = 0;
done:
    free(t);
    free(slope);
    return status;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)w * h, 3), *out = data_f32((long)w * h, 4);
        int failed = roughness(in, out, w, h);
        show("failed", &failed, 1, sizeof failed);
        show("out", out, (long)w * h, sizeof *out);
        roughness(in, in, w, h);
        show("in", in, (long)w * h, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
