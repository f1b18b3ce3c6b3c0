/* A pyramid of four levels: details of each level are made stronger, then the image is put together again. */
#include "stages.h"

enum { LEVELS = 4 };

static void enhance(const struct image *in, struct image *out)
{
    static const float gains[LEVELS] = {1.5f, 1.25f, 1.1f, 1};
    struct image *level[LEVELS + 1], *detail[LEVELS];
    level[0] = image_new(in->w, in->h);
    smooth(in, level[0]);
    for (int k = 0; k < LEVELS; k++) {
        int w = level[k]->w, h = level[k]->h;
        struct image *t = image_new(w, h);
        level[k + 1] = image_new((w + 1) / 2, (h + 1) / 2);
        detail[k] = image_new(w, h);
        smooth(level[k], t);
        halve(t, level[k + 1]);
        enlarge(level[k + 1], t);
        subtract(level[k], t, detail[k]);
        image_free(t);
    }
    for (int k = LEVELS - 1; k >= 0; k--) {
        enlarge(level[k + 1], level[k]);
        add(level[k], detail[k], k ? level[k] : out, gains[k]);
    }
    for (int k = 0; k < LEVELS; k++) {
        image_free(level[k]);
        image_free(detail[k]);
    }
    image_free(level[LEVELS]);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    struct image in = {w, h, floats((size_t)w * h, 1)}, out = {w, h, floats((size_t)w * h, 2)};
    enhance(&in, &out);
    show("out", out.data, sizeof(float) * w * h);
    free(in.data);
    free(out.data);
    return 0;
}
