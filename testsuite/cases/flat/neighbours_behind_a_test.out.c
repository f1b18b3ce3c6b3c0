// expect: contracted half
/* Neighbours are looked at only where there are some, in the same condition that compares them. */
#include "bits.h"

/* polycc: `dilate_apart` is `dilate` for memory that doesn't overlap */
static void dilate_apart(const unsigned char *src, unsigned char *dst, int w, int h)
{
    /* polycc: half[i * w + j] -> half[j]; w cells instead of h * w */
    unsigned char *half = malloc(sizeof(unsigned char[w]));
    if (!half)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            half[x] = src[y * w + x] / 2;
        for (int x = 0; x < w; x++) {
            unsigned char most = half[x];
            if (x > 0 && half[x - 1] > most)
                most = half[x - 1];
            if (!(x >= w - 1 || half[x + 1] <= most))
                most = half[x + 1];
            dst[y * w + x] = most;
        }
    }
    free(half);
}

static void dilate(const unsigned char *src, unsigned char *dst, int w, int h)
{
    /* polycc: `dilate_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(src + ((long)h * (long)w)) <= (const char *)dst || (const char *)(dst + ((long)h * (long)w)) <= (const char *)src, 1)) {
        dilate_apart(src, dst, w, h);
        return;
    }
    unsigned char *half = malloc((size_t)w * h);
    if (!half)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            half[y * w + x] = src[y * w + x] / 2;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char most = half[y * w + x];
            if (x > 0 && half[y * w + x - 1] > most)
                most = half[y * w + x - 1];
            if (!(x >= w - 1 || half[y * w + x + 1] <= most))
                most = half[y * w + x + 1];
            dst[y * w + x] = most;
        }
    free(half);
}

int main(void)
{
    static const int sizes[][2] = {{3, 4}, {1, 5}, {16, 7}, {5, 1}, {4, 2}, {0, 3}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        unsigned char *src = malloc(w * h + 1), *dst = malloc(w * h + 1);
        for (int i = 0; i < w * h; i++)
            src[i] = i * 37 + 11;
        dilate(src, dst, w, h);
        show("dst", dst, w * h, 1);
        dilate(src, src, w, h);
        show("src", src, w * h, 1);
        if (h > 1) {
            dilate(src, src + w, w, h - 1);
            show("down", src, w * h, 1);
        }
        free(src);
        free(dst);
    }
    return 0;
}
