// expect: contracted grey
/* A loop over `im->w * im->h` beside loops that call these sizes by other names. */
#include "bits.h"

struct image { int w, h; uint8_t *data; };

/* polycc: `edges_apart` is `edges` for sizes as they should be, in memory that doesn't overlap */
static void edges_apart(const struct image *im, int *out)
{
    const int w = im->w, h = im->h;
    /* polycc: grey[i * w + j] -> grey[j]; w cells instead of h * w */
    int *grey = malloc(sizeof(int[w]));
    for (int i_0 = 0; i_0 < h; i_0++) {
        for (int i_1 = 0; i_1 < w; i_1++)
            grey[i_1] = 3 * im->data[i_0 * w + i_1];
        for (int x = 0; x < w - 1; x++)
            out[i_0 * w + x] = grey[x + 1] - grey[x];
    }
    free(grey);
}

static void edges(const struct image *im, int *out)
{
    /* polycc: `edges_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)im->w >= 2) && ((const char *)(im->data + ((long)im->h * (long)im->w)) <= (const char *)out || (const char *)(out + ((long)im->h * (long)im->w)) <= (const char *)im->data) && ((const char *)(out + ((long)im->h * (long)im->w)) <= (const char *)im || (const char *)(im + 1) <= (const char *)out), 1)) {
        edges_apart(im, out);
        return;
    }
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
