// expect: contracted t
// expect: contracted slope
/* A function that leaves by `goto` when it has no memory: its pointers to cells and its indexes still stand for their values. */
#include "bits.h"

/* polycc: `roughness_apart` is `roughness` for memory that doesn't overlap */
static int roughness_apart(const float *in, float *out, int w, int h)
{
    int status = -1;
    /* polycc: t[i * (long)w + j] -> t[(i % 3) * (long)w + j]; 3 * w cells instead of h * w */
    /* polycc: slope[i * w + j] -> slope[j]; w cells instead of h * w */
    float *t = NULL, *slope = NULL;
    if (w < 1 || h < 1)
        goto done;
    t = malloc(sizeof(float) * 3 * w);
    if (!t)
        goto done;
    slope = malloc(sizeof(float[w]));
    if (!slope)
        goto done;
    {
        float *t_0 = &t[0], *t_1 = &t[2 * (long)w], *t_2 = &t[(long)w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = x == 0 ? in[y * (long)w + x] : (in[y * (long)w + x - 1] + in[y * (long)w + x]) / 2;
            if (y >= 2) {
                for (int x = 1; x < w - 1; x++)
                    slope[x] = t_0[x - 1] + t_0[x] + t_0[x + 1] - t_2[x - 1] - t_2[x] - t_2[x + 1] + 2 * (t_1[x + 1] - t_1[x - 1]);
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * w + x] = slope[x] < 0 ? -slope[x] : slope[x];
            }
            float *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
    }
    status = 0;
done:
    free(t);
    free(slope);
    return status;
}

static int roughness(const float *in, float *out, int w, int h)
{
    /* polycc: `roughness_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)(out + (long)w) || (const char *)(out + (((long)h - 1) * (long)w)) <= (const char *)in, 1)) {
        return roughness_apart(in, out, w, h);
    }
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
