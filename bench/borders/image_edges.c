/* The gradient of an image in a structure, whose cells are given by a function that knows the borders. */
#include "kernel.h"

struct image {
    int width, height;
    unsigned char *data;
};

static int nearest(const struct image *image, int x, int y)
{
    if (x < 0)
        x = 0;
    if (y < 0)
        y = 0;
    if (x >= image->width)
        x = image->width - 1;
    if (y >= image->height)
        y = image->height - 1;
    return image->data[y * image->width + x];
}

/* as if another file called it */
__attribute__((noinline)) static void edges(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int across = nearest(in, x + 1, y) - nearest(in, x - 1, y);
            int down = nearest(in, x, y + 1) - nearest(in, x, y - 1);
            int sum = abs(across) + abs(down);
            out->data[y * out->width + x] = sum > 255 ? 255 : sum;
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    struct image a = {side, side, malloc(cells)}, b = {side, side, malloc(cells)};
    uint32_t state = 1;
    for (size_t i = 0; i < cells; i++)
        a.data[i] = (state = state * 1664525u + 1013904223u) >> 24;
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? edges(&b, &a) : edges(&a, &b);
    spent_since(start);
    show("b", b.data, cells);
    free(a.data);
    free(b.data);
    return 0;
}
