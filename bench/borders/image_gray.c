/* The brightness of each pixel of an image in a structure. */
#include "kernel.h"

struct pixel {
    unsigned char red, green, blue;
};

struct image {
    int width, height;
    struct pixel *pixels;
};

struct plane {
    int width, height;
    unsigned char *data;
};

/* as if another file called it */
__attribute__((noinline)) static void gray(const struct image *image, struct plane *plane)
{
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const struct pixel *pixel = &image->pixels[y * image->width + x];
            plane->data[y * plane->width + x] = (77 * pixel->red + 151 * pixel->green + 28 * pixel->blue) >> 8;
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    struct image image = {side, side, malloc(cells * sizeof(struct pixel))};
    struct plane plane = {side, side, malloc(cells)};
    uint32_t state = 1;
    for (size_t i = 0; i < cells; i++) {
        state = state * 1664525u + 1013904223u;
        image.pixels[i] = (struct pixel){state >> 24, state >> 16, state >> 8};
    }
    double start = now();
    for (int t = 0; t < steps; t++)
        gray(&image, &plane);
    spent_since(start);
    show("plane", plane.data, cells);
    free(image.pixels);
    free(plane.data);
    return 0;
}
