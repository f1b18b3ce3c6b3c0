#include "program.h"

struct image {
    int w, h;
    float *data;
};

struct image *image_new(int w, int h);
void image_free(struct image *im);
void blur_horizontal(const struct image *in, struct image *out);
void blur_vertical(const struct image *in, struct image *out);
void subtract(const struct image *a, const struct image *b, struct image *out);
void add_weighted(const struct image *a, const struct image *b, struct image *out, float amount, float threshold);
