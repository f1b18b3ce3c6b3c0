/* Opening, closing, and what they take away: all stages in one function. */
#include "program.h"

typedef unsigned char byte;

static int clampi(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void clean(int w, int h, const byte in[restrict h][w], byte out[restrict h][w], byte removed[restrict h][w])
{
    byte (*t)[w] = malloc(sizeof(byte[h][w]));
    byte (*opened)[w] = malloc(sizeof(byte[h][w]));
    byte (*u)[w] = malloc(sizeof(byte[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            byte least = 255;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    byte v = in[clampi(y + j, 0, h - 1)][clampi(x + i, 0, w - 1)];
                    least = v < least ? v : least;
                }
            t[y][x] = least;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            byte most = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    byte v = t[clampi(y + j, 0, h - 1)][clampi(x + i, 0, w - 1)];
                    most = v > most ? v : most;
                }
            opened[y][x] = most;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            byte most = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    byte v = opened[clampi(y + j, 0, h - 1)][clampi(x + i, 0, w - 1)];
                    most = v > most ? v : most;
                }
            u[y][x] = most;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            byte least = 255;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    byte v = u[clampi(y + j, 0, h - 1)][clampi(x + i, 0, w - 1)];
                    least = v < least ? v : least;
                }
            out[y][x] = least;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            removed[y][x] = in[y][x] > opened[y][x] ? in[y][x] - opened[y][x] : 0;
    free(t);
    free(opened);
    free(u);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    byte *in = bytes((size_t)w * h, 1), *out = malloc((size_t)w * h), *removed = malloc((size_t)w * h);
    clean(w, h, (const void *)in, (void *)out, (void *)removed);
    show("out", out, (size_t)w * h);
    show("removed", removed, (size_t)w * h);
    free(in);
    free(out);
    free(removed);
    return 0;
}
