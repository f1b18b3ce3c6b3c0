/* Pixels are structures: two stages between frames, of which the one in the middle needs three rows. */
// polycc: --at h=1080,w=1920

#include <stdio.h>
#include <stdlib.h>

#include "bits.h"

typedef struct {
    unsigned char r, g, b;
} pixel;

/* Each pixel with those beside it. */
static void across(pixel *out, const pixel *in, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++) {
            out[y * w + x].r = (in[y * w + x - 1].r + 2 * in[y * w + x].r + in[y * w + x + 1].r) / 4;
            out[y * w + x].g = (in[y * w + x - 1].g + 2 * in[y * w + x].g + in[y * w + x + 1].g) / 4;
            out[y * w + x].b = (in[y * w + x - 1].b + 2 * in[y * w + x].b + in[y * w + x + 1].b) / 4;
        }
}

/* The same with those above and below, and how much that differs in green. */
static void along(unsigned char *edges, const pixel *in, int h, int w)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            pixel here = in[y * w + x];
            int g = in[(y + 1) * w + x].g - in[(y - 1) * w + x].g;
            edges[y * w + x] = (here.r + here.b + (g < 0 ? -g : g)) / 3;
        }
}

static int filter(unsigned char *edges, const pixel *in, int h, int w)
{
    pixel *soft;
    soft = (pixel *)malloc((size_t)h * w * sizeof(pixel));
    if (soft == NULL || edges == NULL)
        return 1;
    across(soft, in, h, w);
    along(edges, soft, h, w);
    free(soft);
    return 0;
}

static void run(int h, int w)
{
    short *values = data_i16(3 * h * w, 7, 255);
    pixel *in = malloc(sizeof(pixel) * h * w);
    unsigned char *edges = calloc(h * w, 1);
    for (int i = 0; i < h * w; i++) {
        in[i].r = values[3 * i];
        in[i].g = values[3 * i + 1];
        in[i].b = values[3 * i + 2];
    }
    if (filter(edges, in, h, w) == 0)
        show("edges", edges, h * w, sizeof *edges);
    free(edges);
    free(in);
    free(values);
}

int main(void)
{
    run(1, 1);
    run(2, 5);
    run(7, 3);
    run(40, 90);
    return 0;
}
