#include "blur_stages.h"

/* mean of three neighbours in a row */
void blur_rows(const float *in, float *out, int w, int h)
{
    // the borders of `out` stay
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
}

/* and of three rows */
void blur_columns(const float *src, float *dst, int width, int height)
{
    if (height < 3)
        return;
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++)
            dst[y * width + x] = (src[(y - 1) * width + x] + src[y * width + x] + src[(y + 1) * width + x]) / 3;
}
