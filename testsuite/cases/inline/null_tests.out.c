// polycc: -v --message-format json
// expect: contracted a_data
// expect: contracted b_data
/* Stages that do nothing where a pointer is null: of the pointers here it is known that they aren't. One gets one that may be. */
#include "bits.h"

struct image {
    int w, h;
    float *data;
};

static struct image *image_new(int w, int h)
{
    struct image *im = malloc(sizeof *im);
    if (im == NULL)
        exit(1);
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(float) * w * h);
    if (im->data == NULL)
        exit(1);
    return im;
}

static void image_free(struct image *im)
{
    free(im->data);
    free(im);
}

static void scale(const struct image *in, struct image *out)
{
    if (!in || !out)
        return;
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->data[y * in->w + x] = 2 * in->data[y * in->w + x];
}

static void shift(const struct image *in, struct image *out)
{
    if (in != NULL && NULL != out) {
        for (int y = 0; y < in->h; y++)
            for (int x = 0; x < in->w; x++)
                out->data[y * in->w + x] = in->data[y * in->w + x] + (y > 0 ? in->data[(y - 1) * in->w + x] : 0);
    } else {
        exit(2);
    }
}

static void sum(const struct image *one, const struct image *other, struct image *out)
{
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            out->data[y * out->w + x] = one->data[y * out->w + x] + other->data[y * out->w + x];
}

/* polycc: `chain_apart` is `chain` for sizes as they should be, in memory that doesn't overlap */
static void chain_apart(const struct image *in, struct image *out)
{
    /* polycc: a->data[i * in->w + j] -> a->data[(i % 2) * in->w + j]; 2 * in->w cells instead of in->h * in->w */
    /* polycc: b->data[i * in->w + j] -> b->data[j]; in->w cells instead of in->h * in->w */
    struct image *a = image_new(in->w, in->h), *b = image_new(in->w, in->h);
    for (int y = 0; y < in->h; y++) {
        float *a_data_0 = &a->data[(y % 2) * in->w];
        for (int x = 0; x < in->w; x++)
            /* scale */
            a_data_0[x] = 2 * in->data[y * in->w + x];
        for (int x = 0; x < in->w; x++)
            /* shift */
            b->data[x] = a_data_0[x] + (y > 0 ? a->data[((y - 1) % 2) * in->w + x] : 0);
        if (y < out->h)
            for (int x = 0; x < in->w; x++)
                /* sum */
                out->data[y * out->w + x] = b->data[x] + b->data[x];
    }
    image_free(a);
    image_free(b);
}

static void chain(const struct image *in, struct image *out)
{
    /* polycc: `chain_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)out->w == (long)in->w) && ((const char *)(in->data + ((long)in->h * (long)in->w)) <= (const char *)out->data || (const char *)(out->data + ((long)out->h * (long)out->w)) <= (const char *)in->data), 1)) {
        chain_apart(in, out);
        return;
    }
    struct image *a = image_new(in->w, in->h), *b = image_new(in->w, in->h);
    scale(in, a);
    shift(a, b);
    sum(b, b, out);
    image_free(a);
    image_free(b);
}

static void given(const struct image *in, const struct image *may_be, struct image *out)
{
    struct image *a = image_new(in->w, in->h);
    scale(in, a);
    scale(may_be, a);
    shift(a, out);
    image_free(a);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 20};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int w = sizes[s], h = sizes[s] + 1;
        struct image in = {w, h, data_f32(w * h, 3)}, out = {w, h, data_f32(w * h, 5)};
        chain(&in, &out);
        show("out", out.data, w * h, sizeof *out.data);
        given(&in, s % 2 ? &out : NULL, &out);
        show("out", out.data, w * h, sizeof *out.data);
        free(in.data);
        free(out.data);
    }
    return 0;
}
