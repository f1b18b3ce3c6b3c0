// expect: contracted drawn_data
// expect: contracted scaled_data
/* Stages that reach the cells of their images through a macro, which names their parameters: the caller's image, or its address, is in
   what the macro stands for; also behind a star, which may as well be one of the macro's own. */
#include "bits.h"

typedef struct {
    int w, h;
    float *data;
} image;

#define CELL(im, x, y) ((im)->data[(y) * (im)->w + (x)])

static image *image_new(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(float) * w * h);
    return im;
}

static void image_free(image *im)
{
    free(im->data);
    free(im);
}

static void scale(const image *a, image *b)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++)
            CELL(b, x, y) = 2 * CELL(a, x, y);
}

static void soften(const image *from, image *to)
{
    for (int y = 0; y < from->h; y++)
        for (int x = 1; x < from->w; x++)
            CELL(to, x, y) = (CELL(from, x, y) + CELL(from, x - 1, y)) * 0.5f;
}

static double by_pointers(int w, int h)
{
    image *drawn = image_new(w, h), *scaled = image_new(w, h), *soft = image_new(w, h);
    double sum = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            CELL(drawn, x, y) = x * 3 - y;
    scale(drawn, scaled);
    soften(scaled, soft);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            sum = sum / 2 + CELL(soft, x, y);
    image_free(drawn);
    image_free(scaled);
    image_free(soft);
    return sum;
}

static double by_values(int w, int h)
{
    image a = {w, h, malloc(sizeof(float) * w * h)}, b = {w, h, malloc(sizeof(float) * w * h)};
    double sum = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            CELL(&a, x, y) = x + 7 * y;
    scale(&a, &b);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = sum / 2 + CELL(&b, x, y);
    free(a.data);
    free(b.data);
    return sum;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 3}, {2, 1}, {5, 4}, {80, 3}, {29, 75}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        double results[] = {by_pointers(sizes[k][0], sizes[k][1]), by_values(sizes[k][0], sizes[k][1])};
        show("results", results, 2, sizeof *results);
    }
    return 0;
}
