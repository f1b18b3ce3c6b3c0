/* Opening of a grey image: the least of 3 x 3 neighbours, then the largest of these. */
#include "program.h"

static void opening(const unsigned char *in, unsigned char *out, int w, int h)
{
    unsigned char *eroded = malloc(w * h);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            unsigned char least = 255;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    unsigned char v = in[(y + dy) * w + x + dx];
                    if (v < least)
                        least = v;
                }
            eroded[y * w + x] = least;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            unsigned char most = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    unsigned char v = eroded[(y + dy) * w + x + dx];
                    if (v > most)
                        most = v;
                }
            out[y * w + x] = most;
        }
    free(eroded);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *in = bytes((size_t)w * h, 1), *out = bytes((size_t)w * h, 2);
    opening(in, out, w, h);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
