// expect: contracted half_data
// says: `draw`, `smooth`: inlined here
/* A macro that names the parameter, where the caller's structure has that name, too. */
#include "bits.h"

struct frame {
    int w, h;
    float *data;
};

#define CELL(f, x, y) ((f)->data[(size_t)(y) * (f)->w + (x)])

static void draw(struct frame *half)
{
    for (int y = 0; y < half->h; y++)
        for (int x = 0; x < half->w; x++)
            CELL(half, x, y) = (float)((x * 7 + y * 13) % 32) * 0.5f;
}

static void smooth(const struct frame *half, struct frame *out)
{
    for (int y = 1; y < half->h - 1; y++)
        for (int x = 1; x < half->w - 1; x++)
            CELL(out, x, y) = CELL(half, x - 1, y) + CELL(half, x + 1, y) - CELL(half, x, y + 1) * CELL(half, x, y - 1);
}

static void run(int w, int h)
{
    if (w < 1 || h < 1)
        return;
    size_t n = (size_t)w * h;
    struct frame half = {w, h, malloc(n * sizeof(float))}, out = {w, h, calloc(n, sizeof(float))};
    if (!half.data || !out.data)
        exit(1);
    draw(&half);
    smooth(&half, &out);
    show("out", out.data, w * h, sizeof(float));
    free(half.data);
    free(out.data);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        run(sizes[s], sizes[(s + 1) % (sizeof sizes / sizeof *sizes)]);
    return 0;
}
