// expect: contracted grey
// expect: contracted sums
// expect: scalarized line
/* Pointers, and subscripts, that go from cell to cell by themselves: over an image as one line, row by row with borders that are
   stepped over, backwards, and by three cells of a pixel. */
#include <stdio.h>
#include <stdlib.h>

enum { W = 37, H = 23 };

static void soften(const unsigned char *rgb, unsigned char *out, int w, int h)
{
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

/* Each row has two cells more than the image is wide. */
static void differences(const int *in, int *out, int w, int h)
{
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

static void squares(const int *in, int *out, int n)
{
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
