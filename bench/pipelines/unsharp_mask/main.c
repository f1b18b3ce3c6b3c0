/* Unsharp mask: the image and its difference from its blurred version. */
#include "stages.h"

static int unsharp_mask(const struct image *in, struct image *out)
{
    int status = -1;
    struct image *t = image_new(in->w, in->h);
    struct image *smooth = image_new(in->w, in->h);
    struct image *detail = image_new(in->w, in->h);
    if (!t || !smooth || !detail)
        goto fail;
    blur_horizontal(in, t);
    blur_vertical(t, smooth);
    subtract(in, smooth, detail);
    add_weighted(in, detail, out, 0.8f, 0.02f);
    status = 0;
fail:
    image_free(t);
    image_free(smooth);
    image_free(detail);
    return status;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    struct image in = {w, h, floats((size_t)w * h, 1)}, out = {w, h, floats((size_t)w * h, 2)};
    if (unsharp_mask(&in, &out) != 0)
        return 1;
    show("out", out.data, sizeof(float) * w * h);
    free(in.data);
    free(out.data);
    return 0;
}
