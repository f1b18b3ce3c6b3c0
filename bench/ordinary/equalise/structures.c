/* The histogram of an image made even. */
#include "program.h"

typedef struct {
    int w, h;
    unsigned char *data;
} image;

static void equalise(const image *in, image *out)
{
    int count[256] = {0}, sum[256];
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            count[in->data[y * in->w + x]]++;
    sum[0] = count[0];
    for (int v = 1; v < 256; v++)
        sum[v] = sum[v - 1] + count[v];
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            out->data[y * out->w + x] = (unsigned char)(sum[in->data[y * in->w + x]] * 255ll / (in->w * in->h));
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    image in = {w, h, bytes((size_t)w * h, 1)}, out = {w, h, bytes((size_t)w * h, 2)};
    equalise(&in, &out);
    show("out", out.data, (size_t)w * h);
    free(in.data);
    free(out.data);
    return 0;
}
