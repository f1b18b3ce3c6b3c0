// expect: contracted image
// expect: contracted out
/* Programs as they are written: sizes that nobody checks, a frame that is read whole, and a number that is declared among the loops and
   used behind them. A test of the sizes chooses the loops, so that the declaration stands in front of both. */
#include "bits.h"

int main(void)
{
    int w, h;
    if (scanf("%d %d", &w, &h) != 2)
        w = 31, h = 17;
    /* polycc: image[i * w + j] -> image[(i % 3) * w + j]; 3 * w cells instead of h * w */
    /* polycc: out[i * w + j] -> out[j]; w cells instead of h * w */
    unsigned char *image = (__builtin_expect((long)w >= 3, 1) ? malloc(sizeof(unsigned char) * 3 * w) : calloc(w * h, 1)), *out = (__builtin_expect((long)w >= 3, 1) ? malloc(sizeof(unsigned char[w])) : malloc(w * h));
    long total = 0;
    unsigned odd = 1u;
    /* polycc: for sizes as they should be */
    if (__builtin_expect((long)w >= 3, 1)) {
        total = 0;
        odd = 1u;
        for (int cell_0 = 0; cell_0 < h; cell_0++) {
            unsigned char *image_0 = &image[(cell_0 % 3) * w];
            for (int cell_1 = 0; cell_1 < w; cell_1++)
                image_0[cell_1] = 0;
            fread(image_0, 1, w, stdin);
            if (cell_0 >= 2) {
                const unsigned char *image_rows[3] = {&image[((cell_0 - 2) % 3) * w], &image[((cell_0 - 1) % 3) * w], &image[(cell_0 % 3) * w]};
                for (int x = 1; x < w - 1; x++) {
                    int sum = 0;
                    for (int dy = -1; dy < 2; dy++)
                        for (int dx = -1; dx < 2; dx++)
                            sum += image_rows[dy + 1][dx + x];
                    out[x] = sum / 9;
                }
                for (int x = 1; x < w - 1; x++) {
                    total = total % 1000003 * 3 + out[x];
                    odd ^= out[x];
                }
            }
        }
    } else {
        fread(image, 1, w * h, stdin);
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int sum = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        sum += image[(y + dy) * w + x + dx];
                out[y * w + x] = sum / 9;
            }
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                total = total % 1000003 * 3 + out[y * w + x];
                odd ^= out[y * w + x];
            }
    }
    printf("%ld %u\n", total, odd);
    free(image);
    free(out);
    return 0;
}
