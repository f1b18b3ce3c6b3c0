// expect: contracted tmp
/* Assertions, and checks one after the other: the test stands behind all of them. */
#include <assert.h>
#include "bits.h"

struct image { int w, h; float *data; };

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static void blur_apart(const struct image *in, struct image *out, int *count)
{
    assert(in);
    const float *none = NULL;
    if (out == NULL || out->data == none) {
        ++*count;
        return;
    }
    assert(in->w == out->w && in->h <= out->h);
    /* the rows */
    int w = in->w;
    /* polycc: tmp[i * w + j] -> tmp[(i % 2) * w + j]; 2 * w cells instead of in->h * w */
    float *tmp = malloc(sizeof(float) * 2 * w);
    {
        float *tmp_0 = &tmp[0], *tmp_1 = &tmp[w];
        for (int y = 0; y < in->h; y++) {
            for (int x = 0; x < in->w; x++)
                tmp_0[x] = in->data[y * w + x] * 2;
            if (y >= 1)
                for (int x = 0; x < in->w; x++)
                    out->data[(y - 1) * w + x] = tmp_1[x] + tmp_0[x];
            float *tmp_next = tmp_1;
            tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    free(tmp);
}

static void blur(const struct image *in, struct image *out, int *count)
{
    assert(in);
    const float *none = NULL;
    if (out == NULL || out->data == none) {
        ++*count;
        return;
    }
    assert(in->w == out->w && in->h <= out->h);
    /* the rows */
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in->data + ((long)in->h * (long)in->w)) <= (const char *)out->data || (const char *)(out->data + (((long)in->h - 1) * (long)in->w)) <= (const char *)in->data, 1)) {
        blur_apart(in, out, count);
        return;
    }
    int w = in->w;
    float *tmp = malloc(sizeof(float) * w * in->h);
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < w; x++)
            tmp[y * w + x] = in->data[y * w + x] * 2;
    for (int y = 0; y < in->h - 1; y++)
        for (int x = 0; x < w; x++)
            out->data[y * w + x] = tmp[y * w + x] + tmp[(y + 1) * w + x];
    free(tmp);
}

int main(void)
{
    static const int sizes[][2] = {{3, 4}, {2, 5}, {16, 7}, {5, 1}};
    int count = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        struct image in = {w, h, data_f32(w * h, 3)}, out = {w, h, data_f32(w * h, 4)};
        blur(&in, &out, &count);
        show("out", out.data, w * h, sizeof *out.data);
        free(out.data);
        out.data = NULL;
        blur(&in, &out, &count);
        blur(&in, NULL, &count);
        printf("%d\n", count);
        free(in.data);
    }
    return 0;
}
