/* Opening of a grey image: the least of 3 x 3 neighbours, then the largest of these. */
#include "program.h"

typedef struct {
    int width, height, stride;
    unsigned char *data;
} grey;

static void opening(const grey *in, grey *out)
{
    grey eroded;
    eroded.width = in->width;
    eroded.height = in->height;
    eroded.stride = in->width;
    eroded.data = malloc(in->width * in->height);
    for (int y = 1; y < in->height - 1; y++)
        for (int x = 1; x < in->width - 1; x++) {
            unsigned char least = 255;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    unsigned char v = in->data[(y + dy) * in->stride + x + dx];
                    if (v < least)
                        least = v;
                }
            eroded.data[y * eroded.stride + x] = least;
        }
    for (int y = 2; y < in->height - 2; y++)
        for (int x = 2; x < in->width - 2; x++) {
            unsigned char most = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    unsigned char v = eroded.data[(y + dy) * eroded.stride + x + dx];
                    if (v > most)
                        most = v;
                }
            out->data[y * out->stride + x] = most;
        }
    free(eroded.data);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    grey in = {w, h, w, bytes((size_t)w * h, 1)}, out = {w, h, w, bytes((size_t)w * h, 2)};
    opening(&in, &out);
    show("out", out.data, (size_t)w * h);
    free(in.data);
    free(out.data);
    return 0;
}
