// expect: contracted diff
/* Variables are declared where the function starts, and set where loops need them; images are structures of bytes. */
#include "bits.h"

typedef struct {
    int width, height;
    unsigned char *data;
} image;

static void edges(const image *in, int *restrict out)
{
    int x, y, w, h;
    const unsigned char *line, *next;
    int *diff, *to, *from;

    w = in->width;
    h = in->height;
    diff = calloc((size_t)w * h, sizeof *diff);
    for (y = 0; y < h; y++) {
        line = in->data + y * w;
        to = diff + y * w;
        for (x = 0; x < w; x++)
            to[x] = line[x] * 3 - (x > 0 ? line[x - 1] : 0);
    }
    for (y = 0; y + 1 < h; y++) {
        from = diff + y * w;
        next = in->data + (y + 1) * w;
        to = out + y * w;
        for (x = 0; x < w; x++)
            to[x] = from[x] - from[w + x] + next[x];
    }
    free(diff);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 6, 9, 74};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        int *values = data_i32((long)w * h, 3, 256), *out = data_i32((long)w * h, 4, 9);
        image in = {w, h, block((long)w * h, 1)};
        for (long k = 0; k < (long)w * h; k++)
            in.data[k] = (unsigned char)values[k];
        edges(&in, out);
        show("out", out, (long)w * h, sizeof *out);
        free(values);
        free(in.data);
        free(out);
    }
    return 0;
}
