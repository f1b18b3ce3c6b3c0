/* A tool of small functions: an image is read with its size and a check of what came, goes through stages that make new images, and is written.
   A local number has the name of the caller's pointer, another that of a size; what a stage that stays open declares is what new text mentions. The stages may also get
   their image from a file of which nothing is known here. */
#include "bits.h"
#include <math.h>

typedef struct {
    int width, height;
    unsigned char *data;
} Image;

static Image *image_new(int w, int h)
{
    Image *im = malloc(sizeof *im);
    im->width = w;
    im->height = h;
    im->data = malloc(w * h);
    return im;
}

static void image_free(Image *im)
{
    free(im->data);
    free(im);
}

static Image *image_read(FILE *f)
{
    int w, h;
    if (fscanf(f, "%d %d", &w, &h) != 2) {
        fprintf(stderr, "no size\n");
        exit(1);
    }
    fgetc(f);
    Image *im = image_new(w, h);
    if (fread(im->data, 1, w * h, f) != (size_t)(w * h)) {
        fprintf(stderr, "too short\n");
        exit(1);
    }
    return im;
}

static void image_write(FILE *f, Image *im)
{
    fprintf(f, "%d %d\n", im->width, im->height);
    for (int i = 0; i < im->width * im->height; i++)
        fprintf(f, "%d ", im->data[i]);
    fprintf(f, "\n");
}

static Image *smooth(Image *in)
{
    static const int weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
    Image *out = image_new(in->width, in->height);
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            int s = 0, h = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int yy = y + dy, xx = x + dx;
                    if (yy < 0 || yy >= in->height || xx < 0 || xx >= in->width)
                        continue;
                    s += weight[dy + 1][dx + 1] * in->data[yy * in->width + xx];
                    h += weight[dy + 1][dx + 1];
                }
            out->data[y * in->width + x] = s / h;
        }
    return out;
}

static Image *edges(Image *in)
{
    Image *out = image_new(in->width, in->height);
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            if (y == 0 || x == 0 || y == in->height - 1 || x == in->width - 1) {
                out->data[y * in->width + x] = 0;
                continue;
            }
            unsigned char *p = in->data + y * in->width + x;
            int w = in->width;
            int across = p[1 - w] - p[-w - 1] + 2 * (p[1] - p[-1]) + p[w + 1] - p[w - 1];
            int down = p[w - 1] - p[-w - 1] + 2 * (p[w] - p[-w]) + p[w + 1] - p[1 - w];
            int m = abs(across) + abs(down);
            out->data[y * in->width + x] = m > 255 ? 255 : m;
        }
    return out;
}

static void process(FILE *from, FILE *to)
{
    Image *in = image_read(from);
    Image *g = smooth(in);
    Image *s = edges(g);
    image_write(to, s);
    image_free(in);
    image_free(g);
    image_free(s);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 7}, {40, 9}, {9, 80}};
    for (int k = 0; k < 6; k++) {
        int n = sizes[k][0] * sizes[k][1];
        int *pixels = data_i32(n, k, 256);
        FILE *f = tmpfile();
        fprintf(f, "%d %d\n", sizes[k][0], sizes[k][1]);
        for (int i = 0; i < n; i++)
            fputc(pixels[i], f);
        rewind(f);
        process(f, stdout);
        fclose(f);
        free(pixels);
    }
    return 0;
}
