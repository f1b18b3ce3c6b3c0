// expect: contracted tmp
/* Stages that get tables of rows, which a function of the file makes and another releases. */
#include "bits.h"

static float **new_rows(int h, int w)
{
    float **rows = malloc(h * sizeof(float *));
    if (!rows) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (int i = 0; i < h; i++) {
        rows[i] = malloc(w * sizeof(float));
        if (!rows[i]) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
    }
    return rows;
}

static void free_rows(float **rows, int h)
{
    for (int i = 0; i < h; i++)
        free(rows[i]);
    free(rows);
}

static void across(float **in, float **out, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;
}

static void down(float **in, float **out, int h, int w)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (in[y - 1][x] + in[y][x] + in[y + 1][x]) / 3;
}

static void print(float **rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        show("row", rows[y], w, sizeof *rows[y]);
}

static void blur(int h, int w)
{
    float **in = new_rows(h, w);
    float **tmp = new_rows(h, w);
    float **out = new_rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            in[y][x] = (y * 31 + x * 17) % 101;
            out[y][x] = 0;
        }
    across(in, tmp, h, w);
    down(tmp, out, h, w);
    print(out, h, w);
    free_rows(in, h);
    free_rows(tmp, h);
    free_rows(out, h);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        blur(sizes[s], sizes[(s + 3) % (sizeof sizes / sizeof *sizes)]);
    return 0;
}
