/* Sizes, pointers and rows that a loop would read again for each cell, since what it writes may lie over them. */
#include "bits.h"
#include <stddef.h>
#include <stdint.h>

struct pixel {
    uint8_t red, green, blue;
};

struct image {
    int width, height, channels;
    uint8_t *data;
};

struct picture {
    struct pixel *pixels;
    unsigned width, height;
};

struct scene {
    const struct image *input;
    struct image output;
    int gain;
};

static void brighten(struct image *image, int by)
{
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            int value = image->data[y * image->width + x] + by;
            image->data[y * image->width + x] = value > 255 ? 255 : value;
        }
}

/* several cells for each pixel, in the order of the channels */
static void to_gray(const struct image *in, struct image *out)
{
    int i, gray;
    for (i = 0; i < in->width * in->height; i++) {
        gray = in->data[3 * i] * 77 + in->data[3 * i + 1] * 151 + in->data[3 * i + 2] * 28;
        out->data[3 * i] = gray >> 8;
        out->data[3 * i + 1] = gray >> 8;
        out->data[3 * i + 2] = 255 - (gray >> 8);
    }
}

static void halve(const struct image *in, uint8_t *out)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int at = (y * in->width + x) * in->channels;
            for (int c = 0; c < in->channels; c++)
                out[at + c] = in->data[at + c] >> 1;
        }
}

/* numbers without a sign, in a structure of a structure's own */
static void invert(struct picture *picture)
{
    for (unsigned y = 0; y < picture->height; y++)
        for (unsigned x = 0; x < picture->width; x++) {
            struct pixel *pixel = &picture->pixels[y * picture->width + x];
            pixel->red = 255 - pixel->red;
            pixel->green = 255 - pixel->green;
            pixel->blue ^= 3;
        }
}

static void amplify(struct scene *scene)
{
    for (int y = 0; y < scene->input->height; ++y) {
        const uint8_t *from = scene->input->data + y * scene->input->width;
        uint8_t *to = scene->output.data + y * scene->output.width;
        for (int x = 0; x < scene->input->width; ++x)
            to[x] = from[x] * scene->gain;
    }
}

/* rows of a table: a character may be a part of a pointer */
static void mix(int n, char **a, char **b)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[i - 1][j] + b[i + 1][j] + a[i][j];
}

int columns, *cells, *next_cells;

/* variables of the file, with a border */
static void grow(int rows)
{
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int sum = cells[y * columns + x];
            if (x > 0)
                sum += cells[y * columns + x - 1];
            if (x < columns - 1)
                sum += cells[y * columns + x + 1];
            next_cells[y * columns + x] = sum;
        }
}

static void sizes_of(const struct image *image, int *width, int *height)
{
    *width = image->width;
    *height = image->height;
}

/* variables that another function has known */
static void flip(const struct image *image, uint8_t *out)
{
    int width, height;
    sizes_of(image, &width, &height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + (width - 1 - x)] = image->data[y * width + x] + 1;
}

static uint8_t nearest(const struct image *image, int x, int y)
{
    x = x < 0 ? 0 : x >= image->width ? image->width - 1 : x;
    if (y < 0)
        y = 0;
    if (y >= image->height)
        y = image->height - 1;
    return image->data[y * image->width + x];
}

static void smooth(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int sum = 4 * nearest(in, x, y) + nearest(in, x - 1, y) + nearest(in, x + 1, y);
            out->data[y * in->width + x] = (sum + nearest(in, x, y - 1) + nearest(in, x, y + 1)) >> 3;
        }
}

static void run(int n)
{
    int w = n + 2, h = n > 3 ? n - 3 : 1, size = 3 * w * h;
    struct image a = {w, h, 3, block(size, 1)}, b = {w, h, 3, block(size, 1)};
    for (int i = 0; i < size; i++)
        a.data[i] = i * 37 >> 1, b.data[i] = 200 - i;
    brighten(&a, 9);
    to_gray(&a, &b);
    halve(&b, a.data);
    show("a", a.data, size, 1);
    struct picture picture = {block(w * h, sizeof *picture.pixels), w, h};
    for (int i = 0; i < w * h; i++)
        picture.pixels[i] = (struct pixel){i, 3 * i, 7 * i};
    invert(&picture);
    show("pixels", picture.pixels, w * h, sizeof *picture.pixels);
    struct scene scene = {&b, a, 3};
    amplify(&scene);
    flip(&a, b.data);
    smooth(&b, &a);
    show("a", a.data, size, 1);
    char **rows = block(n, sizeof *rows), **others = block(n, sizeof *others);
    for (int i = 0; i < n; i++) {
        rows[i] = block(n, 1);
        others[i] = block(n, 1);
        for (int j = 0; j < n; j++)
            rows[i][j] = i + j, others[i][j] = i * j;
    }
    mix(n, rows, others);
    for (int i = 0; i < n; i++) {
        show("row", rows[i], n, 1);
        free(rows[i]);
        free(others[i]);
    }
    columns = w;
    cells = block(w * h, sizeof *cells);
    next_cells = block(w * h, sizeof *next_cells);
    for (int i = 0; i < w * h; i++)
        cells[i] = i * i % 11;
    grow(h);
    show("cells", next_cells, w * h, sizeof *next_cells);
    free(cells);
    free(next_cells);
    free(rows);
    free(others);
    free(picture.pixels);
    free(a.data);
    free(b.data);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 9, 40, 90};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k]);
    return 0;
}
