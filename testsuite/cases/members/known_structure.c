// polycc: --optimize memory --at image_w=8,image_h=8
// expect: scalarized t
/* As null_structure.c, but the program looks at the image for certain. */
#include "bits.h"

struct image { int w, h; };

static void run(const struct image *image, const double (*restrict in)[16], double (*restrict out)[16])
{
    double t[16][16];
    for (int y = 0; y < image->h; y++)
        for (int x = 0; x < image->w; x++)
            t[y][x] = in[y][x] * 2.0;
    for (int y = 0; y < image->h; y++)
        for (int x = 0; x < image->w; x++)
            out[y][x] = t[y][x] + 1.0;
}

int main(void)
{
    double *in = data_f64(256, 13), *out = data_f64(256, 14);
    for (int n = 0; n < 16; n += 5) {
        struct image image = {n + 1, n};
        run(&image, (const double (*)[16])in, (double (*)[16])out);
        show("out", out, 256, sizeof *out);
    }
    free(in);
    free(out);
    return 0;
}
