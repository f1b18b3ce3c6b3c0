/* Planes, clamped at their borders; nothing says that the images are apart. */
#include "bits.h"

/* polycc: `smooth_apart` is `smooth` for memory that doesn't overlap */
static void smooth_apart(float *out, const float *in, int w, int h, int c)
{
    /* polycc: tmp[(i * h + j) * w + k] -> tmp[(j % 3) * w + k]; 3 * w cells instead of c * h * w */
    float *tmp = malloc(sizeof(float) * 3 * w);
    int x, y, k;
    if (!tmp) return;
    if (h >= 1)
        for (k = 0; k < c; k++) {
            float *tmp_0 = &tmp[0], *tmp_1 = &tmp[2 * w], *tmp_2 = &tmp[w];
            for (y = 0; y <= h; y++) {
                if (y < h) {
                    for (x = 0; x < w && x < 1; x++)
                        tmp_0[x] = 0.25f * in[(k * h + y) * w + (x > 0 ? x - 1 : 0)] + 0.5f * in[(k * h + y) * w + x] + 0.25f * in[(k * h + y) * w + (x < w - 1 ? x + 1 : w - 1)];
                    for (x = 1; x < w - 1; x++)
                        tmp_0[x] = 0.25f * in[(k * h + y) * w + x - 1] + 0.5f * in[(k * h + y) * w + x] + 0.25f * in[(k * h + y) * w + x + 1];
                    for (x = 1 > w - 1 ? 1 : w - 1; x < w; x++)
                        tmp_0[x] = 0.25f * in[(k * h + y) * w + (x > 0 ? x - 1 : 0)] + 0.5f * in[(k * h + y) * w + x] + 0.25f * in[(k * h + y) * w + (x < w - 1 ? x + 1 : w - 1)];
                }
                if (y >= 1) {
                    const float *tmp_row = &tmp[((y - 1 < h - 1 ? y : h - 1) % 3) * w];
                    const float *tmp_row1 = &tmp[((y - 1 > 0 ? y - 2 : 0) % 3) * w];
                    for (x = 0; x < w; x++)
                        out[(k * h + y - 1) * w + x] = 0.25f * tmp_row1[x] + 0.5f * tmp_1[x] + 0.25f * tmp_row[x];
                }
                float *tmp_next = tmp_2;
                tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
            }
        }
    free(tmp);
}

void smooth(float *out, const float *in, int w, int h, int c)
{
    /* polycc: `smooth_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (((long)c * (long)h) * (long)w)) <= (const char *)out || (const char *)(out + (((long)c * (long)h) * (long)w)) <= (const char *)in, 1)) {
        smooth_apart(out, in, w, h, c);
        return;
    }
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
