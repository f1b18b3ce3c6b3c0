/* Planes, clamped at their borders; nothing says that the images are apart. */
#include "bits.h"

void smooth(float *out, const float *in, int w, int h, int c)
{
    float *tmp = malloc(sizeof(float) * w * h * c);
    int x, y, k;
    if (!tmp) return;
    for (k = 0; k < c; k++)
        for (y = 0; y < h; y++)
            for (x = 0; x < w; x++) {
                int l = x > 0 ? x - 1 : 0, r = x < w - 1 ? x + 1 : w - 1;
                tmp[(k * h + y) * w + x] = 0.25f * in[(k * h + y) * w + l] + 0.5f * in[(k * h + y) * w + x] + 0.25f * in[(k * h + y) * w + r];
            }
    for (k = 0; k < c; k++)
        for (y = 0; y < h; y++)
            for (x = 0; x < w; x++) {
                int u = y > 0 ? y - 1 : 0, d = y < h - 1 ? y + 1 : h - 1;
                out[(k * h + y) * w + x] = 0.25f * tmp[(k * h + u) * w + x] + 0.5f * tmp[(k * h + y) * w + x] + 0.25f * tmp[(k * h + d) * w + x];
            }
    free(tmp);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 33};
    for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
        for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++)
            for (int c = 0; c < 3; c++) {
                int w = sizes[a], h = sizes[b], n = w * h * c;
                float *in = data_f32(2 * n + 2, 3);
                smooth(in + n + 1, in, w, h, c);
                smooth(in, in, w, h, c);
                smooth(in + n / 2, in, w, h, c);
                show("in", in, 2 * n + 2, sizeof *in);
                free(in);
            }
    return 0;
}
