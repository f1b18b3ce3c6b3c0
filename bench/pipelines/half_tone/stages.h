#include "program.h"

struct gray {
    int w, h;
    float *data;
};

struct gray gray_new(int w, int h);
void gray_free(struct gray im);
void linearise(struct gray in, struct gray out);
void soften(struct gray in, struct gray out);
void stretch(struct gray in, struct gray out, float low, float high);
void diffuse(struct gray im, unsigned char *dots);
void pack(const unsigned char *dots, unsigned char *out, int w, int h);
