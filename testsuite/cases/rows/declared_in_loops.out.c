// expect: contracted t
/* A pointer to the row of an image in each turn of a loop, from the image, from its address, and from another pointer. */
#include "bits.h"

/* polycc: `smooth_apart` is `smooth` for memory that doesn't overlap */
static int smooth_apart(int w, int h, const float *in, float *out)
{
    /* polycc: t[i * (long)w + j] -> t[(i % 3) * (long)w + j]; 3 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 3 * w);
    if (!t)
        return -1;
    {
        float *t_0 = &t[0], *t_1 = &t[2 * (long)w], *t_2 = &t[(long)w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = (in[y * (long)w + x - 1] + in[y * (long)w + x] + in[y * (long)w + x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * (long)w + x] = (t_2[x] + t_1[x] + t_0[x]) / 3;
            float *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
    return 0;
}

static int smooth(int w, int h, const float *in, float *out)
{
    /* polycc: `smooth_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)(out + (long)w) || (const char *)(out + (((long)h - 1) * (long)w)) <= (const char *)in, 1)) {
        return smooth_apart(w, h, in, out);
    }
    float *t = malloc(sizeof(float) * w * h);
    if (!t)
        return -1;
    for (int y = 0; y < h; y++) {
        const float *row = in + y * w;
        float *to = t + y * w;
        for (int x = 1; x < w - 1; x++)
            to[x] = (row[x - 1] + row[x] + *(row + x + 1)) / 3;
    }
    for (int y = 1; y < h - 1; y++) {
        const float *above = t + (y - 1) * w, *here = &t[y * w], *below = here + w;
        float *to = out + y * w;
        for (int x = 1; x < w - 1; x++)
            to[x] = (above[x] + here[x] + below[x]) / 3;
    }
    free(t);
    return 0;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)w * h, 3), *out = data_f32((long)w * h, 4);
        int failed = smooth(w, h, in, out);
        show("failed", &failed, 1, sizeof failed);
        show("out", out, (long)w * h, sizeof *out);
        smooth(w, h, in, in);
        show("in", in, (long)w * h, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
