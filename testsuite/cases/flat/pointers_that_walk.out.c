// expect: contracted grey
// expect: contracted sums
// expect: scalarized line
/* Pointers, and subscripts, that go from cell to cell by themselves: over an image as one line, row by row with borders that are
   stepped over, backwards, and by three cells of a pixel. */
#include <stdio.h>
#include <stdlib.h>

enum { W = 37, H = 23 };

/* polycc: `soften_apart` is `soften` for sizes as they should be, in memory that doesn't overlap */
static void soften_apart(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    /* polycc: grey[i * (long)w + j] -> grey[j]; w cells instead of h * w */
    unsigned char *grey = malloc(sizeof(unsigned char[w]));
    for (int i_0 = 0; i_0 < h; i_0++) {
        for (int i_1 = 0; i_1 < w; i_1++)
            grey[i_1] = (77 * rgb[i_0 * (3 * (long)w) + 3 * i_1] + 150 * rgb[i_0 * (3 * (long)w) + 3 * i_1 + 1] + 29 * rgb[i_0 * (3 * (long)w) + 3 * i_1 + 2]) >> 8;
        for (int x = 0; x < w; x++) {
            unsigned char c = grey[x];
            if (x < w - 1 && x >= 1)
                c = (grey[x - 1] + 2 * c + grey[x + 1]) >> 2;
            out[i_0 * (long)w + x] = c;
        }
    }
    free(grey);
}

static void soften(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    /* polycc: `soften_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)w >= 3) && ((const char *)(rgb + ((long)h * (3 * (long)w))) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)rgb), 1)) {
        soften_apart(rgb, out, w, h);
        return;
    }
    unsigned char *grey = malloc((size_t)w * h);
    unsigned char *to = grey;
    const unsigned char *from;
    for (int i = 0; i < w * h; i++, rgb += 3)
        *to++ = (77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]) >> 8;
    from = grey;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char c = *from++;
            if (x > 0 && x < w - 1)
                c = (from[-2] + 2 * c + *from) >> 2;
            *out++ = c;
        }
    free(grey);
}

/* polycc: `differences_apart` is `differences` for memory that doesn't overlap */
static void differences_apart(const int *in, int *out, int w, int h)
{
    /* polycc: sums[i * ((long)w + 2) + j] -> sums[j]; (w + 2) cells instead of h * (w + 2) */
    int *sums = malloc(sizeof(int[w + 2]));
    for (int y = 0; y < h; y++) {
        sums[w + 1] = 1;
        sums[0] = 0;
        for (int x = 0; x < w; x++)
            sums[x + 1] = in[y * (long)w + x] * 2;
        for (int t = 1 - w; t < 1; t++)
            out[y * w + -t] = sums[2 - t] - sums[-t];
    }
    free(sums);
}

/* Each row has two cells more than the image is wide. */
static void differences(const int *in, int *out, int w, int h)
{
    /* polycc: `differences_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        differences_apart(in, out, w, h);
        return;
    }
    int *sums = malloc(sizeof(int) * (w + 2) * h);
    for (int y = 0; y < h; y++) {
        const int *from = in + y * w;
        int *to = sums + y * (w + 2);
        to[w + 1] = 1;
        *to++ = 0;
        for (int x = 0; x < w; x++)
            *to++ = *from++ * 2;
    }
    for (int y = 0; y < h; y++) {
        const int *here = sums + y * (w + 2) + w + 1;
        for (int x = w - 1; x >= 0; x--) {
            out[y * w + x] = here[0] - here[-2];
            here--;
        }
    }
    free(sums);
}

/* polycc: `squares_apart` is `squares` for memory that doesn't overlap */
static void squares_apart(const int *in, int *out, int n)
{
    /* polycc: line[i] -> line; 1 cell instead of 4096 */
    int line = 0;
    for (int i = 0; i < n; i++) {
        line = in[i] + 3;
        int a = line;
        out[i] = a * a;
    }
}

static void squares(const int *in, int *out, int n)
{
    /* polycc: `squares_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)n) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in, 1)) {
        squares_apart(in, out, n);
        return;
    }
    int line[4096], k = 0;
    for (int i = 0; i < n; i++)
        line[k++] = in[i] + 3;
    k = 0;
    for (int i = 0; i < n; i++) {
        int a = line[k++];
        *out++ = a * a;
    }
}

int main(void)
{
    static unsigned char rgb[3 * W * H], soft[W * H];
    static int in[W * H], out[W * H], squared[W * H];
    for (int i = 0; i < 3 * W * H; i++)
        rgb[i] = i * i % 251;
    for (int i = 0; i < W * H; i++)
        in[i] = i * 7 % 31;
    soften(rgb, soft, W, H);
    differences(in, out, W, H);
    squares(in, squared, W * H);
    for (int i = 0; i < W * H; i++)
        printf("%d %d %d\n", soft[i], out[i], squared[i]);
    return 0;
}
