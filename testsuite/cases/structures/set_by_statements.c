// expect: contracted eroded_data
/* Statements set the members one by one; the way out where there is no memory, and members that are read at the end, stay. */
#include "bits.h"

struct grey {
    int width, height, stride;
    unsigned char *data;
};

static int opening(const struct grey *in, unsigned char *restrict out)
{
    struct grey eroded;
    int w = in->width, h = in->height;
    const unsigned char *restrict from = in->data;
    eroded.width = w;
    eroded.height = h;
    eroded.stride = eroded.width;
    eroded.data = malloc(eroded.width * eroded.height);
    if (!eroded.data)
        return -1;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            unsigned char a = from[(y - 1) * w + x], b = from[(y + 1) * w + x];
            eroded.data[y * eroded.stride + x] = a < b ? a : b;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            unsigned char a = eroded.data[(y - 1) * eroded.stride + x], b = eroded.data[(y + 1) * eroded.stride + x];
            out[y * w + x] = a < b ? b : a;
        }
    free(eroded.data);
    return eroded.width + eroded.height;
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    unsigned char *in = data_u8(200, 5, 250), *out = data_u8(200, 6, 250);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h++) {
            struct grey a = {sizes[w], sizes[h], sizes[w], in};
            printf("%d\n", opening(&a, out));
        }
    show("out", out, 200, sizeof *out);
    free(in);
    free(out);
    return 0;
}
