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
    unsigned char *image = calloc(w * h, 1), *out = malloc(w * h);
    fread(image, 1, w * h, stdin);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += image[(y + dy) * w + x + dx];
            out[y * w + x] = sum / 9;
        }
    long total = 0;
    unsigned odd = 1u;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            total = total % 1000003 * 3 + out[y * w + x];
            odd ^= out[y * w + x];
        }
    printf("%ld %u\n", total, odd);
    free(image);
    free(out);
    return 0;
}
