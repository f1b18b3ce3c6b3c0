/* Develops a raw picture: black level, white balance, colours from the mosaic, a matrix, a curve. */
#include "stages.h"

static void develop(const uint16_t *raw, unsigned char *out, int w, int h)
{
    float *mosaic = malloc(sizeof(float) * w * h);
    float *rgb = malloc(sizeof(float) * w * h * 3);
    float *corrected = malloc(sizeof(float) * w * h * 3);
    subtract_black(raw, mosaic, w, h, 512, 65000);
    white_balance(mosaic, w, h, 1.9f, 1.4f);
    demosaic(mosaic, rgb, w, h);
    colours(rgb, corrected, w * h);
    tone(corrected, w * h);
    to_bytes(corrected, out, w * h);
    free(mosaic);
    free(rgb);
    free(corrected);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    uint16_t *raw = shorts((size_t)w * h, 1);
    unsigned char *out = bytes((size_t)w * h * 3, 2);
    develop(raw, out, w, h);
    show("out", out, (size_t)w * h * 3);
    free(raw);
    free(out);
    return 0;
}
