/* Opening of a grey image: the least of 3 x 3 neighbours, then the largest of these. */
#include "program.h"

static void opening(int h, int w, const unsigned char in[restrict h][w], unsigned char out[restrict h][w])
{
    unsigned char (*eroded)[w] = malloc(sizeof(unsigned char[h][w]));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            unsigned char least = 255;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (in[y + dy][x + dx] < least)
                        least = in[y + dy][x + dx];
            eroded[y][x] = least;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            unsigned char most = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (eroded[y + dy][x + dx] > most)
                        most = eroded[y + dy][x + dx];
            out[y][x] = most;
        }
    free(eroded);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *in = bytes((size_t)w * h, 1), *out = bytes((size_t)w * h, 2);
    opening(h, w, (void *)in, (void *)out);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
