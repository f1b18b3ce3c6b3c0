/* Opening, closing, and what they take away; images are passed by value. */
#include "program.h"

typedef struct {
    int w, h;
    unsigned char *pixels;
} gray;

static gray gray_new(int w, int h)
{
    gray im = {w, h, malloc((size_t)w * h)};
    return im;
}

static void gray_free(gray im)
{
    free(im.pixels);
}

static inline unsigned char get(gray im, int x, int y)
{
    if (x < 0)
        x = 0;
    if (y < 0)
        y = 0;
    if (x >= im.w)
        x = im.w - 1;
    if (y >= im.h)
        y = im.h - 1;
    return im.pixels[y * im.w + x];
}

static void erode(gray in, gray out)
{
    for (int y = 0; y < in.h; y++)
        for (int x = 0; x < in.w; x++) {
            unsigned char least = 255;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    unsigned char v = get(in, x + i, y + j);
                    if (v < least)
                        least = v;
                }
            out.pixels[y * out.w + x] = least;
        }
}

static void dilate(gray in, gray out)
{
    for (int y = 0; y < in.h; y++)
        for (int x = 0; x < in.w; x++) {
            unsigned char most = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    unsigned char v = get(in, x + i, y + j);
                    if (v > most)
                        most = v;
                }
            out.pixels[y * out.w + x] = most;
        }
}

static void subtract(gray a, gray b, gray out)
{
    for (int i = 0; i < a.w * a.h; i++)
        out.pixels[i] = a.pixels[i] > b.pixels[i] ? a.pixels[i] - b.pixels[i] : 0;
}

static void clean(gray in, gray out, gray removed)
{
    gray t = gray_new(in.w, in.h), opened = gray_new(in.w, in.h), u = gray_new(in.w, in.h);
    erode(in, t);
    dilate(t, opened);
    dilate(opened, u);
    erode(u, out);
    subtract(in, opened, removed);
    gray_free(t);
    gray_free(opened);
    gray_free(u);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    gray in = {w, h, bytes((size_t)w * h, 1)};
    gray out = gray_new(w, h), removed = gray_new(w, h);
    clean(in, out, removed);
    show("out", out.pixels, (size_t)w * h);
    show("removed", removed.pixels, (size_t)w * h);
    gray_free(in);
    gray_free(out);
    gray_free(removed);
    return 0;
}
