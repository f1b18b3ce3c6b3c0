// expect: contracted tmp
/* The function returns where there is nothing to do, before it looks at the structures: so the test whether memory overlaps
   stands behind that. What the checks don't look at is looked at only where the loops would. */
#include "bits.h"

struct image { int w, h; float *data; };

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static int blur_apart(const struct image *in, struct image *out)
{
    if (!in || !in->data || in->w < 3)
        return -1;
    int w = in->w, h = in->h;
    /* polycc: tmp[i * w + j] -> tmp[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *tmp = malloc(sizeof(float) * 2 * w), *rest = malloc(16);
    if (!tmp) {
        free(rest);
        return -2;
    }
    {
        float *tmp_0 = &tmp[0], *tmp_1 = &tmp[w];
        for (int y = 0; y < h; y++) {
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
    free(rest);
    return 0;
}

static int blur(const struct image *in, struct image *out)
{
    if (!in || !in->data || in->w < 3)
        return -1;
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)in->w >= 3) && ((long)in->h >= 2) && ((const char *)(in->data + ((long)in->h * (long)in->w)) <= (const char *)out->data || (const char *)(out->data + (((long)in->h - 1) * (long)in->w)) <= (const char *)in->data), 1)) {
        return blur_apart(in, out);
    }
    int w = in->w, h = in->h;
    float *tmp = malloc(sizeof(float) * w * h), *rest = malloc(16);
    if (!tmp) {
        free(rest);
        return -2;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            tmp[y * w + x] = in->data[y * w + x] * 2;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out->data[y * w + x] = tmp[y * w + x] + tmp[(y + 1) * w + x];
    free(tmp);
    free(rest);
    return 0;
}

int main(void)
{
    static const int sizes[][2] = {{3, 4}, {2, 5}, {16, 7}, {5, 1}, {4, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        struct image in = {w, h, data_f32(w * h, 3)}, out = {w, h, data_f32(w * h, 4)};
        printf("%d\n", blur(&in, h > 1 ? &out : NULL));
        show("out", out.data, w * h, sizeof *out.data);
        struct image shifted = {w, h - 1, in.data + w};
        printf("%d\n", blur(&shifted, &in));
        show("in", in.data, w * h, sizeof *in.data);
        free(in.data);
        in.data = NULL;
        printf("%d %d\n", blur(&in, &out), blur(NULL, NULL));
        free(out.data);
    }
    return 0;
}
