/* Pointers in structures that may overlap: the test at the function's start reads them only where the region does.
   Called with the same image twice, with images in one block that share a row, with no rows at all and no output, and with
   images apart. */
#include "bits.h"

typedef struct {
    int w, h;
    float *data;
} image;

static void smooth(const image *in, image *out)
{
    int w = in->w, h = in->h;
    float *t = malloc(w * h * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y * w + x] = (in->data[y * w + x - 1] + in->data[y * w + x] + in->data[y * w + x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out->data[y * w + x] = (t[(y - 1) * w + x] + t[y * w + x] + t[(y + 1) * w + x]) / 3;
    free(t);
}

/* The check comes first: nothing may be read before it. */
static int smooth_checked(const image *in, image *out)
{
    if (in == NULL || out == NULL)
        return -1;
    int w = in->w, h = in->h;
    float *t = malloc(w * h * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y * w + x] = (in->data[y * w + x - 1] + in->data[y * w + x] + in->data[y * w + x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out->data[y * w + x] = (t[(y - 1) * w + x] + t[y * w + x] + t[(y + 1) * w + x]) / 3;
    free(t);
    return 0;
}

int main(void)
{
    enum { W = 37, H = 29 };
    float *data = data_f32(3 * W * H, 1);
    image one = {W, H, data}, next = {W, H, data + W * (H - 3)}, other = {W, H, data + 2 * W * H}, none = {W, 0, NULL};
    smooth(&one, &one);
    smooth(&one, &next);
    smooth(&next, &one);
    smooth(&one, &other);
    smooth(&none, NULL);
    smooth_checked(&one, NULL);
    smooth_checked(&other, &one);
    show("data", data, 3 * W * H, sizeof *data);
    free(data);
    return 0;
}
