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
    for (int y = 0; y < image->height; y++) {
        /* polycc: in variables, as long as nothing that is written lies over them */
        if (image->width > 0
            && ((const char *)&image->data[(image->height - 1) * image->width + image->width] <= (const char *)image || (const char *)(image + 1) <= (const char *)&image->data[y * image->width])) {
            const int height = image->height;
            const int width = image->width;
            uint8_t *const data = image->data;
            for (; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    int value = data[y * width + x] + by;
                    data[y * width + x] = value > 255 ? 255 : value;
                }
            }
            break;
        }
        for (int x = 0; x < image->width; x++) {
            int value = image->data[y * image->width + x] + by;
            image->data[y * image->width + x] = value > 255 ? 255 : value;
        }
    }
}

/* several cells for each pixel, in the order of the channels */
static void to_gray(const struct image *in, struct image *out)
{
    int i, gray;
    for (i = 0; i < in->width * in->height; i++) {
        /* polycc: in variables, as long as nothing that is written lies over them */
        if (((const char *)&out->data[3 * (in->width * in->height - 1) + 3] <= (const char *)out || (const char *)(out + 1) <= (const char *)&out->data[3 * i])
            && ((const char *)&out->data[3 * (in->width * in->height - 1) + 3] <= (const char *)in || (const char *)(in + 1) <= (const char *)&out->data[3 * i])) {
            const int width = in->width;
            const int height = in->height;
            uint8_t *const data = in->data;
            uint8_t *const out_data = out->data;
            for (; i < width * height; i++) {
                gray = data[3 * i] * 77 + data[3 * i + 1] * 151 + data[3 * i + 2] * 28;
                out_data[3 * i] = gray >> 8;
                out_data[3 * i + 1] = gray >> 8;
                out_data[3 * i + 2] = 255 - (gray >> 8);
            }
            break;
        }
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
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (in->channels > 0
                && ((const char *)&out[(y * in->width + in->width - 1) * in->channels + in->channels] <= (const char *)in || (const char *)(in + 1) <= (const char *)&out[(y * in->width + x) * in->channels])) {
                const int width = in->width;
                const int channels = in->channels;
                uint8_t *const data = in->data;
                for (; x < width; x++) {
                    int at = (y * width + x) * channels;
                    for (int c = 0; c < channels; c++)
                        out[at + c] = data[at + c] >> 1;
                }
                break;
            }
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
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (picture->width < 16777216
                && (const char *)&picture->pixels[y * picture->width + x] < (const char *)&picture->pixels[y * picture->width + picture->width]
                && ((const char *)&picture->pixels[y * picture->width + picture->width] <= (const char *)picture || (const char *)(picture + 1) <= (const char *)&picture->pixels[y * picture->width + x])) {
                const unsigned width = picture->width;
                struct pixel *const pixels = picture->pixels;
                for (; x < width; x++) {
                    struct pixel *pixel = &pixels[y * width + x];
                    pixel->red = 255 - pixel->red;
                    pixel->green = 255 - pixel->green;
                    pixel->blue ^= 3;
                }
                break;
            }
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
        for (int x = 0; x < scene->input->width; ++x) {
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (((const char *)&to[scene->input->width] <= (const char *)scene->input || (const char *)(scene->input + 1) <= (const char *)&to[x])
                && ((const char *)&to[scene->input->width] <= (const char *)scene || (const char *)(scene + 1) <= (const char *)&to[x])) {
                const int width = scene->input->width;
                const int gain = scene->gain;
                for (; x < width; ++x) {
                    to[x] = from[x] * gain;
                }
                break;
            }
            to[x] = from[x] * scene->gain;
        }
    }
}

/* rows of a table: a character may be a part of a pointer */
static void mix(int n, char **a, char **b)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < n; j++) {
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (((const char *)&a[i][n] <= (const char *)&a[i] || (const char *)(&a[i] + 1) <= (const char *)&a[i][j])
                && ((const char *)&a[i][n] <= (const char *)&b[i - 1] || (const char *)(&b[i - 1] + 1) <= (const char *)&a[i][j])
                && ((const char *)&a[i][n] <= (const char *)&b[i + 1] || (const char *)(&b[i + 1] + 1) <= (const char *)&a[i][j])) {
                char *const a_row = a[i];
                char *const b_row = b[i - 1];
                char *const b_row_2 = b[i + 1];
                for (; j < n; j++) {
                    a_row[j] = b_row[j] + b_row_2[j] + a_row[j];
                }
                break;
            }
            a[i][j] = b[i - 1][j] + b[i + 1][j] + a[i][j];
        }
}

int columns, *cells, *next_cells;

/* variables of the file, with a border */
static void grow(int rows)
{
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            /* polycc: away from the borders nothing is tested */
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (x >= 1 && x < columns - 1
                && ((const char *)&next_cells[y * columns + columns] <= (const char *)&columns || (const char *)(&columns + 1) <= (const char *)&next_cells[y * columns + x])) {
                const int kept_columns = columns;
                for (; x < kept_columns - 1; x++) {
                    int sum = cells[y * kept_columns + x];
                    sum += cells[y * kept_columns + x - 1];
                    sum += cells[y * kept_columns + x + 1];
                    next_cells[y * kept_columns + x] = sum;
                }
            }
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
    for (int y = 0; y < height; y++) {
        /* polycc: in variables, as long as nothing that is written lies over them */
        if (width > 0
            && ((const char *)&out[(height - 1) * width + (width - 1 - 0) + 1] <= (const char *)&width || (const char *)(&width + 1) <= (const char *)&out[y * width + (width - 1 - (width - 1))])
            && ((const char *)&out[(height - 1) * width + (width - 1 - 0) + 1] <= (const char *)&height || (const char *)(&height + 1) <= (const char *)&out[y * width + (width - 1 - (width - 1))])
            && ((const char *)&out[(height - 1) * width + (width - 1 - 0) + 1] <= (const char *)image || (const char *)(image + 1) <= (const char *)&out[y * width + (width - 1 - (width - 1))])) {
            const int kept_height = height;
            const int kept_width = width;
            uint8_t *const data = image->data;
            for (; y < kept_height; y++) {
                for (int x = 0; x < kept_width; x++)
                    out[y * kept_width + (kept_width - 1 - x)] = data[y * kept_width + x] + 1;
            }
            break;
        }
        for (int x = 0; x < width; x++)
            out[y * width + (width - 1 - x)] = image->data[y * width + x] + 1;
    }
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
            /* polycc: away from the borders nothing is tested */
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (y >= 1 && y < in->height - 1 && x >= 1 && x < in->width - 1
                && ((const char *)&out->data[y * in->width + in->width] <= (const char *)out || (const char *)(out + 1) <= (const char *)&out->data[y * in->width + x])
                && ((const char *)&out->data[y * in->width + in->width] <= (const char *)in || (const char *)(in + 1) <= (const char *)&out->data[y * in->width + x])) {
                const int width = in->width;
                uint8_t *const data = in->data;
                uint8_t *const out_data = out->data;
                for (; x < width - 1; x++) {
                    uint8_t nearest_value;
                    {
                        int nearest_x = x;
                        int nearest_y = y;
                        nearest_value = data[nearest_y * width + nearest_x];
                    }
                    uint8_t nearest_value_2;
                    {
                        int nearest_x = x - 1;
                        int nearest_y = y;
                        nearest_value_2 = data[nearest_y * width + nearest_x];
                    }
                    uint8_t nearest_value_3;
                    {
                        int nearest_x = x + 1;
                        int nearest_y = y;
                        nearest_value_3 = data[nearest_y * width + nearest_x];
                    }
                    int sum = 4 * nearest_value + nearest_value_2 + nearest_value_3;
                    uint8_t nearest_value_4;
                    {
                        int nearest_x = x;
                        int nearest_y = y - 1;
                        nearest_value_4 = data[nearest_y * width + nearest_x];
                    }
                    uint8_t nearest_value_5;
                    {
                        int nearest_x = x;
                        int nearest_y = y + 1;
                        nearest_value_5 = data[nearest_y * width + nearest_x];
                    }
                    out_data[y * width + x] = (sum + nearest_value_4 + nearest_value_5) >> 3;
                }
            }
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
