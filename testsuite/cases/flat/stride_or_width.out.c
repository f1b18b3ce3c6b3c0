// expect: contracted rows
/* One array with two strides: the same where rows have no gaps between them. */
#include "bits.h"

struct image { int w, h, stride; const uint8_t *data; };


/* polycc: `blur_apart` is `blur` for sizes as they should be, in memory that doesn't overlap */
static void blur_apart(const struct image *im, uint8_t *restrict out)
{
    int w = im->w;
    /* polycc: rows[i * im->stride + j] -> rows[(i % 2) * im->stride + j]; 2 * im->stride cells instead of im->h * im->stride */
    int *rows = malloc(sizeof(int) * 2 * im->stride);
    {
        int *rows_0 = &rows[0], *rows_1 = &rows[im->stride];
        for (int y = 0; y < im->h; y++) {
            for (int x = 0; x < w; x++)
                rows_0[x] = im->data[y * im->stride + x] + y;
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[(y - 1) * w + x] = (rows_1[x] + rows_0[x]) / 2;
            int *rows_next = rows_1;
            rows_1 = rows_0, rows_0 = rows_next;
        }
    }
    free(rows);
}
static void blur(const struct image *im, uint8_t *restrict out)
{
    /* polycc: `blur_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((long)im->stride == (long)im->w) {
        blur_apart(im, out);
        return;
    }
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
