#include "program.h"

void gauss_rows(const float *in, float *out, int w, int h);
void gauss_columns(const float *in, float *out, int w, int h);
void gradients(const float *in, float *gx, float *gy, int w, int h);
void magnitude(const float *gx, const float *gy, float *m, int w, int h);
void thin(const float *gx, const float *gy, const float *m, float *out, int w, int h);
void classify(const float *in, unsigned char *out, int w, int h, float low, float high);
