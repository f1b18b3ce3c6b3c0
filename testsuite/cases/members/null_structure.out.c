// polycc: --optimize memory --at h=8
/* Where there are no rows the image isn't looked at, and may be null: no order may look at it first. */
#include "bits.h"

struct image { int w, h; };

static void run(int h, const struct image *image, const double (*restrict in)[16], double (*restrict out)[16])
{
    double t[16][16];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < image->w; x++)
            t[y][x] = in[y][x] * 2.0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < image->w; x++)
            out[y][x] = t[y][x] + 1.0;
}

int main(void)
{
    double *in = data_f64(256, 13), *out = data_f64(256, 14);
    struct image image = {7, 5};
    run(0, NULL, (const double (*)[16])in, (double (*)[16])out);
    run(image.h, &image, (const double (*)[16])in, (double (*)[16])out);
    show("out", out, 256, sizeof *out);
    free(in);
    free(out);
    return 0;
}
