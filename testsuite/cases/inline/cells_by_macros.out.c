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

static double by_pointers(int w, int h)
{
    /* polycc: drawn->data[i * w + j] -> drawn->data[j]; w cells instead of h * w */
    /* polycc: scaled->data[i * w + j] -> scaled->data[j]; w cells instead of h * w */
    /* polycc: soft->data[i * w + j] -> soft->data[j]; w cells instead of h * w */
    image *drawn = image_new(w, h), *scaled = image_new(w, h), *soft = image_new(w, h);
    double sum = 0;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            (drawn->data[x]) = x * 3 - y;
        for (int x = 0; x < w; x++)
            /* scale */
            (scaled->data[x]) = 2 * (drawn->data[x]);
        for (int x = 1; x < w; x++)
            /* soften */
            (soft->data[x]) = ((scaled->data[x]) + (scaled->data[x - 1])) * 0.5f;
        for (int x = 1; x < w; x++)
            sum = sum / 2 + (soft->data[x]);
    }
    image_free(drawn);
    image_free(scaled);
    image_free(soft);
    return sum;
}

static double by_values(int w, int h)
{
    /* polycc: a.data[i * w + j] -> a.data[j]; w cells instead of h * w */
    /* polycc: b.data[i * w + j] -> b.data[j]; w cells instead of h * w */
    image a = {w, h, malloc(sizeof(float[w]))}, b = {w, h, malloc(sizeof(float[w]))};
    double sum = 0;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            (a.data[x]) = x + 7 * y;
        for (int x = 0; x < w; x++)
            /* scale */
            (b.data[x]) = 2 * (a.data[x]);
        for (int x = 0; x < w; x++)
            sum = sum / 2 + (b.data[x]);
    }
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
