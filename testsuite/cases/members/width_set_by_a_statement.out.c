// polycc: --optimize speed
// expect: contracted tmp
/* A statement gives a variable the width of the structure, which bounds the loops; rows are as long as the stride says. */
#include "bits.h"

typedef struct {
    int width, height, stride;
    unsigned char *data;
} image;

/* polycc: `sharpen_apart` is `sharpen` for sizes as they should be, in memory that doesn't overlap */
static void sharpen_apart(const image *in, image *out)
{
    int x, y, w, h;
    /* polycc: tmp[i * (long)w + j] -> tmp[(i % 2) * (long)w + j]; 2 * w cells instead of h * w */
    int *tmp;

    w = in->width;
    h = in->height;
    tmp = malloc(sizeof(int) * 2 * w);
    {
        int *tmp_0 = &tmp[0], *tmp_1 = &tmp[(long)w];
        for (y = 0; y < h; y++) {
            for (x = 0; x < w; x++)
                tmp_0[x] = in->data[y * (long)in->stride + x] * 3 + (x ? in->data[y * (long)in->stride + x - 1] : 0);
            if (y >= 1)
                for (x = 0; x < w; x++)
                    out->data[y * (long)out->stride + x] = (unsigned char)((tmp_1[x] + tmp_0[x]) >> 3);
            int *tmp_next = tmp_1;
            tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    free(tmp);
}

static void sharpen(const image *in, image *out)
{
    /* polycc: `sharpen_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)in->width >= 1) && ((long)in->height >= 2) && ((long)out->stride >= (long)in->width) && ((long)in->stride >= 0) && ((const char *)(in->data + (((long)in->height - 1) * (long)in->stride + (long)in->width)) <= (const char *)(out->data + (long)out->stride) || (const char *)(out->data + ((long)in->height * (long)out->stride)) <= (const char *)in->data) && ((const char *)(out->data + ((long)in->height * (long)out->stride)) <= (const char *)in || (const char *)(in + 1) <= (const char *)(out->data + (long)out->stride)) && ((const char *)(out->data + ((long)in->height * (long)out->stride)) <= (const char *)out || (const char *)(out + 1) <= (const char *)(out->data + (long)out->stride)), 1)) {
        sharpen_apart(in, out);
        return;
    }
    int x, y, w, h;
    const unsigned char *line;
    unsigned char *target;
    int *tmp, *to;
    const int *above, *here;

    w = in->width;
    h = in->height;
    tmp = malloc(sizeof *tmp * w * h);
    for (y = 0; y < h; y++) {
        line = in->data + y * in->stride;
        to = tmp + y * w;
        for (x = 0; x < w; x++)
            to[x] = line[x] * 3 + (x ? line[x - 1] : 0);
    }
    for (y = 1; y < h; y++) {
        above = tmp + (y - 1) * w;
        here = above + w;
        target = out->data + y * out->stride;
        for (x = 0; x < w; x++)
            target[x] = (unsigned char)((above[x] + here[x]) >> 3);
    }
    free(tmp);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 6, 9, 74};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int more = 0; more < 3; more++) {
            int w = sizes[s], h = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
            long cells = (long)(w + 3) * (h + 1);
            image in = {w, h, w + more, block(cells, 1)}, out = {w, h, w + 2 - more, block(cells, 1)};
            image behind = {w, h, w, in.data + 1}, thin = {w / 2 + 1, h / 2, w / 3, in.data};
            for (long k = 0; k < cells; k++)
                in.data[k] = (unsigned char)(k * 37 + 11);
            sharpen(&in, &out);
            show("apart", out.data, cells, 1);
            sharpen(&in, &in);
            show("in place", in.data, cells, 1);
            sharpen(&in, &behind);
            show("one behind", in.data, cells, 1);
            sharpen(&thin, &out);
            show("overlapping rows", out.data, cells, 1);
            sharpen(&thin, &thin);
            show("overlapping rows in place", in.data, cells, 1);
            free(in.data);
            free(out.data);
        }
    return 0;
}
