#include "program.h"

#define FRAME 32
#define HOP 16
#define BINS 17
#define BANDS 6

void emphasise(const float *in, float *out, int n);
void frames_of(const float *in, float *frames, int count);
void window(float *frames, const float *shape, int count);
void power(const float *frames, const float *cosine, const float *sine, float *spectrum, int count);
void bands_of(const float *spectrum, const float *weights, float *bands, int count);
void logarithm(float *bands, int count);
void differences(const float *bands, float *out, int count);
