/* More contrast for each channel of an image in a structure. */
#include "kernel.h"

struct image {
    int width, height, channels;
    unsigned char *data;
};

/* as if another file called it */
__attribute__((noinline)) static void contrast(struct image *image, int gain)
{
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width * image->channels; x++) {
            int at = y * image->width * image->channels + x;
            int value = 128 + ((image->data[at] - 128) * gain >> 7);
            image->data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side * 3;
    struct image image = {side, side, 3, malloc(cells)};
    uint32_t state = 1;
    for (size_t i = 0; i < cells; i++)
        image.data[i] = (state = state * 1664525u + 1013904223u) >> 24;
    double start = now();
    for (int t = 0; t < steps; t++)
        contrast(&image, 120 + t % 16);
    spent_since(start);
    show("image", image.data, cells);
    free(image.data);
    return 0;
}
