// polycc: --optimize memory --at image_w=8,image_h=8
// expect: contracted t
/* A local array whose size members give: what shrinks keeps the size of its rows. */
#include "bits.h"

struct image { int w, h; };

static void run(const struct image *image, const double (*restrict in)[16], double (*restrict out)[16])
{
    /* polycc: t[i][j] -> t[(image->h + j - i) % (image->w + 1)]; (image->w + 1) cells instead of (image->h + 1) * (image->w + 1) */
    double t[image->w + 1];
    for (int y = 0; y < image->h; y++)
        for (int x = 0; x < image->w; x++) {
            t[(image->h + x - y) % (image->w + 1)] = in[y][x] * 2.0;
            if (y >= 1)
                out[y][x] = t[(image->h + x - y) % (image->w + 1)] + t[(image->h + x - y + 1) % (image->w + 1)];
        }
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
