// expect: contracted rows
/* One array with two strides: the same where rows have no gaps between them. */
#include "bits.h"

struct image { int w, h, stride; const uint8_t *data; };

static void blur(const struct image *im, uint8_t *restrict out)
{
    int w = im->w;
    int *rows = malloc(im->stride * im->h * sizeof *rows);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < w; x++)
            rows[y * im->stride + x] = im->data[y * im->stride + x] + y;
    for (int y = 0; y < im->h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (rows[y * w + x] + rows[(y + 1) * w + x]) / 2;
    free(rows);
}

int main(void)
{
    static const int sizes[][3] = {{5, 7, 5}, {5, 7, 8}, {1, 1, 1}, {3, 4, 5}, {16, 3, 16}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1], stride = sizes[k][2];
        uint8_t *data = data_u8(stride * h, 3, 256), *out = data_u8(w * h, 4, 256);
        struct image image = {w, h, stride, data};
        blur(&image, out);
        show("out", out, w * h, sizeof *out);
        free(data);
        free(out);
    }
    return 0;
}
