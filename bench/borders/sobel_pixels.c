/* Gradients of an image that a function reads, which knows no cell outside. */
#include "kernel.h"

struct image {
    int width, height;
    float *data;
};

static float pixel(const struct image *image, int x, int y)
{
    if (x < 0 || y < 0 || x >= image->width || y >= image->height)
        return 0;
    return image->data[y * image->width + x];
}

static void sobel(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            float across = pixel(in, x + 1, y - 1) + 2 * pixel(in, x + 1, y) + pixel(in, x + 1, y + 1)
                - pixel(in, x - 1, y - 1) - 2 * pixel(in, x - 1, y) - pixel(in, x - 1, y + 1);
            float down = pixel(in, x - 1, y + 1) + 2 * pixel(in, x, y + 1) + pixel(in, x + 1, y + 1)
                - pixel(in, x - 1, y - 1) - 2 * pixel(in, x, y - 1) - pixel(in, x + 1, y - 1);
            out->data[y * out->width + x] = 0.125f * (across + down);
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    struct image in = {side, side, floats(cells, 1)}, out = {side, side, floats(cells, 2)};
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? sobel(&out, &in) : sobel(&in, &out);
    spent_since(start);
    show_floats("out", out.data, cells);
    free(in.data);
    free(out.data);
    return 0;
}
