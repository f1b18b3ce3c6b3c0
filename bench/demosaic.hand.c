/* Colours from a Bayer mosaic that keeps three rows of green and of the differences to it. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 3;

struct row {
    float *g, *difference;
};

/* Green at the sites of a row: `start` is the first column that has another colour. */
static void interpolate(int w, int start, const float *restrict above, const float *restrict here,
                        const float *restrict below, struct row row)
{
    float *restrict g = row.g, *restrict difference = row.difference;
    for (int x = 2; x < w - 2; x++)
        g[x] = here[x];
    for (int x = start; x < w - 2; x += 2) {
        float across = fabsf(here[x - 1] - here[x + 1]), down = fabsf(above[x] - below[x]);
        g[x] = across < down ? 0.5f * (here[x - 1] + here[x + 1]) : 0.5f * (above[x] + below[x]);
    }
    for (int x = 2; x < w - 2; x++)
        difference[x] = here[x] - g[x];
}

/* The colour `own` of the row's sites, and the `other`. */
static void colours(int w, int start, struct row above, struct row here, struct row below, float *restrict own,
                    float *restrict green, float *restrict other)
{
    const float *restrict a = above.difference, *restrict b = here.difference, *restrict c = below.difference,
                *restrict g = here.g;
    for (int x = 3; x < w - 3; x++) {
        float corners = 0.25f * (a[x - 1] + a[x + 1] + c[x - 1] + c[x + 1]);
        float sides = 0.5f * (b[x - 1] + b[x + 1]);
        float ends = 0.5f * (a[x] + c[x]);
        int is_site = x % 2 == start;
        own[x] = g[x] + (is_site ? b[x] : sides);
        green[x] = g[x];
        other[x] = g[x] + (is_site ? corners : ends);
    }
}

void pipeline(int h, int w, const float *in, float *out)
{
    size_t frame = (size_t)h * w;
    float *red = out, *green = out + frame, *blue = out + 2 * frame;
    float *lines = malloc(6 * w * sizeof *lines);
    struct row row[3];
    for (int i = 0; i < 3; i++) {
        row[i].g = lines + (size_t)(2 * i) * w;
        row[i].difference = row[i].g + w;
    }
    for (int y = 2; y < h - 2; y++) {
        struct row oldest = row[0];
        row[0] = row[1], row[1] = row[2], row[2] = oldest;
        const float *here = in + (size_t)y * w;
        interpolate(w, 2 + y % 2, here - w, here, here + w, row[2]);
        if (y < 4)
            continue;
        size_t at = (size_t)(y - 1) * w;
        if (y % 2 == 1)
            colours(w, 0, row[0], row[1], row[2], red + at, green + at, blue + at);
        else
            colours(w, 1, row[0], row[1], row[2], blue + at, green + at, red + at);
    }
    free(lines);
}
