/* Grey to black dots: made linear, softened, stretched, errors passed on, and packed as bits. */
#include "stages.h"

static int half_tone(struct gray in, unsigned char *out)
{
    struct gray linear = gray_new(in.w, in.h);
    struct gray soft = gray_new(in.w, in.h);
    unsigned char *dots = malloc(in.w * in.h);
    if (!linear.data || !soft.data || !dots) {
        gray_free(linear);
        gray_free(soft);
        free(dots);
        return -1;
    }
    linearise(in, linear);
    soften(linear, soft);
    stretch(soft, linear, 0.1f, 0.8f);
    diffuse(linear, dots);
    pack(dots, out, in.w, in.h);
    gray_free(linear);
    gray_free(soft);
    free(dots);
    return 0;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1) * 8, h = size(argc, argv, 2);
    struct gray in = {w, h, floats((size_t)w * h, 1)};
    unsigned char *out = bytes((size_t)w / 8 * h, 2);
    if (half_tone(in, out))
        return 1;
    show("out", out, (size_t)w / 8 * h);
    gray_free(in);
    free(out);
    return 0;
}
