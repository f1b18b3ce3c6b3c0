// expect: contracted bright
/* Pixels go through a table that was made before: its cells are chosen by what is read. */
#include "bits.h"

static void tone(int w, int h, const unsigned char *restrict in, unsigned char *restrict out, int gain)
{
    int table[256];
    for (int v = 0; v < 256; v++)
        table[v] = v * gain > 255 ? 255 : v * gain;
    /* polycc: bright[i * w + j] -> bright[(i % 2) * w + j]; 2 * w cells instead of h * w */
    unsigned char *bright = malloc(sizeof(unsigned char) * 2 * w);
    if (!bright)
        return;
    {
        unsigned char *bright_0 = &bright[0], *bright_1 = &bright[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                bright_0[x] = (unsigned char)table[in[y * w + x]];
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] = (unsigned char)((bright_1[x] + bright_0[x]) / 2);
            unsigned char *bright_next = bright_1;
            bright_1 = bright_0, bright_0 = bright_next;
        }
    }
    free(bright);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        unsigned char *in = malloc((size_t)w * h + 1), *out = calloc((size_t)w * h + 1, 1);
        for (int i = 0; i < w * h; i++)
            in[i] = (unsigned char)(i * 37 + 11);
        tone(w, h, in, out, 1 + (int)s);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
