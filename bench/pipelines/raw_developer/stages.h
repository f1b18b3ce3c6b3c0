#include "program.h"

void subtract_black(const uint16_t *raw, float *out, int w, int h, int black, int white);
void white_balance(float *mosaic, int w, int h, float red, float blue);
void demosaic(const float *mosaic, float *rgb, int w, int h);
void colours(const float *in, float *out, int n);
void tone(float *rgb, int n);
void to_bytes(const float *rgb, unsigned char *out, int n);
