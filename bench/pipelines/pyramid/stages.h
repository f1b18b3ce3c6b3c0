#include "program.h"

struct image {
    int w, h;
    float *data;
};

struct image *image_new(int w, int h);
void image_free(struct image *im);
void smooth(const struct image *in, struct image *out);
void halve(const struct image *in, struct image *out);
void enlarge(const struct image *in, struct image *out);
void subtract(const struct image *a, const struct image *b, struct image *out);
void add(const struct image *a, const struct image *b, struct image *out, float gain);
