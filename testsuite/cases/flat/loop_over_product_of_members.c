// expect: contracted grey
/* A loop over `im->w * im->h` beside loops that call these sizes by other names. */
#include "bits.h"

struct image { int w, h; uint8_t *data; };

static void edges(const struct image *im, int *out)
{
    const int w = im->w, h = im->h;
    int *grey = malloc(w * h * sizeof *grey);
    for (int i = 0; i < im->w * im->h; i++)
        grey[i] = 3 * im->data[i];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w - 1; x++)
            out[y * w + x] = grey[y * w + x + 1] - grey[y * w + x];
    free(grey);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {5, 0}, {3, 8}, {17, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        struct image image = {w, h, data_u8(w * h, 3, 256)};
        int *out = data_i32(w * h, 4, 9);
        edges(&image, out);
        show("out", out, w * h, sizeof *out);
        free(image.data);
        free(out);
    }
    return 0;
}
