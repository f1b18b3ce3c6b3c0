#include "program.h"

typedef struct image {
    int w, h;
    float *data;
} image;

image *image_new(int w, int h);
void image_free(image *im);
float image_at(const image *im, int x, int y);
void blur(const image *in, image *out);
void difference(const image *a, const image *b, image *out);
void threshold(const image *in, image *out, float limit);
void majority(const image *in, image *out);
void learn(image *background, const image *frame, const image *mask, float rate);
