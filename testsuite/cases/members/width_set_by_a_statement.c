// polycc: --optimize speed
// expect: contracted tmp
/* A statement gives a variable the width of the structure, which bounds the loops; rows are as long as the stride says. */
#include "bits.h"

typedef struct {
    int width, height, stride;
    unsigned char *data;
} image;

static void sharpen(const image *in, image *out)
{
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
