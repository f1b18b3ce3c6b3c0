// expect: contracted across
// expect: contracted tmp
/* Images whose rows callers obtained: a frame in between becomes rows where neither rows overlap nor bytes that are written are part of a table of
   pointers. */
#include "bits.h"

static void blur(unsigned char **in, unsigned char **out, int h, int w)
{
    unsigned char *across = malloc((size_t)h * w);
    if (across == NULL)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y * w + x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (across[(y - 1) * w + x] + across[y * w + x] + across[(y + 1) * w + x]) / 3;
    free(across);
}

static void edges(const float *const *in, float **out, int h, int w)
{
    float **tmp = malloc(h * sizeof *tmp);
    for (int y = 0; y < h; y++)
        tmp[y] = malloc(w * sizeof **tmp);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            tmp[y][x] = in[y][x + 1] - in[y][x - 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = tmp[y - 1][x] + 2 * tmp[y][x] + tmp[y + 1][x];
    for (int y = 0; y < h; y++)
        free(tmp[y]);
    free(tmp);
}

/* The pointers may be others when the loops run. */
static void turned(unsigned char **in, unsigned char *out, int h, int w)
{
    int sums[h + 1][w + 1];
    unsigned char *first = in[0];
    for (int y = 0; y < h - 1; y++)
        in[y] = in[y + 1];
    in[h - 1] = first;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            sums[y][x] = in[y][x - 1] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (sums[y - 1][x] + sums[y + 1][x]) / 4;
}

int main(int count, char **arguments)
{
    int h = count > 1 ? atoi(arguments[1]) : 43, w = count > 2 ? atoi(arguments[2]) : 29;
    /* rows, and behind them the tables: all of it bytes that may be written */
    long size = (long)h * w;
    int *values = data_i32(2 * size, 3, 256);
    unsigned char *bytes = malloc(2 * size + 1);
    unsigned char **in = malloc(h * sizeof *in + 1), **out = malloc(h * sizeof *out + 1);
    for (long k = 0; k < 2 * size; k++)
        bytes[k] = values[k];
    for (int y = 0; y < h; y++) {
        in[y] = bytes + (long)y * w;
        out[y] = bytes + size + (long)(h - 1 - y) * w;
    }
    blur(in, out, h, w);
    show("apart", bytes, 2 * size, 1);
    blur(in, in, h, w);
    show("in place", bytes, 2 * size, 1);
    turned(in, bytes + size, h, w);
    show("turned", bytes, 2 * size, 1);
    blur(NULL, NULL, 0, 0);
    float *cells = data_f32(2 * size, 5);
    float **from = malloc(h * sizeof *from + 1), **to = malloc(h * sizeof *to + 1);
    for (int y = 0; y < h; y++) {
        from[y] = cells + 2L * y * w;
        to[y] = cells + 2L * y * w + w;
    }
    edges((const float *const *)from, to, h, w);
    show("edges", cells, 2 * size, sizeof *cells);
    to[1] = to[0];
    edges((const float *const *)from, to, h, w);
    show("one row twice", cells, 2 * size, sizeof *cells);
    free(values);
    free(bytes);
    free(in);
    free(out);
    free(cells);
    free(from);
    free(to);
    return 0;
}
