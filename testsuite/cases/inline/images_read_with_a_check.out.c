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

static void image_write(FILE *f, Image *im)
{
    fprintf(f, "%d %d\n", im->width, im->height);
    for (int i = 0; i < im->width * im->height; i++)
        fprintf(f, "%d ", im->data[i]);
    fprintf(f, "\n");
}

static void process(FILE *from, FILE *to)
{
    Image *in;
    /* image_read */
    int w, h;
    if (fscanf(from, "%d %d", &w, &h) != 2) {
        fprintf(stderr, "no size\n");
        exit(1);
    }
    fgetc(from);
    in = image_new(w, h);
    if (fread(in->data, 1, w * h, from) != (size_t)(w * h)) {
        fprintf(stderr, "too short\n");
        exit(1);
    }
    Image *g;
    /* polycc: g->data[i * (long)in->width + j] -> g->data[(i % 3) * (long)in->width + j]; 3 * in->width cells instead of in->height * in->width */
    g = image_new(in->width, in->height);
    Image *s;
    s = image_new(g->width, g->height);
    {
        static const int weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
        if (w >= 1 && h >= 1)
            for (int y = 0; y <= h; y++) {
                if (y < h) {
                    for (int x = 0; x < w && (x < 1 || y < 1 || y >= h - 1); x++) {
                        /* smooth */
                        int smooth_s = 0;
                        int h_2 = 0;
                        for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < h - y; dy++)
                            for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                                smooth_s += weight[dy + 1][dx + 1] * in->data[(dy + y) * in->width + dx + x];
                                h_2 += weight[dy + 1][dx + 1];
                            }
                        g->data[(y % 3) * (long)in->width + x] = smooth_s / h_2;
                    }
                    if (y >= 1 && y < h - 1) {
                        unsigned char *g_data_0 = &g->data[(y % 3) * (long)in->width];
                        for (int x = 1; x < w - 1; x++) {
                            int smooth_s = 0;
                            int h_2 = 0;
                            for (int dy = -1; dy < 2; dy++)
                                for (int dx = -1; dx < 2; dx++) {
                                    smooth_s += weight[dy + 1][dx + 1] * in->data[(dy + y) * in->width + dx + x];
                                    h_2 += weight[dy + 1][dx + 1];
                                }
                            g_data_0[x] = smooth_s / h_2;
                        }
                        for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++) {
                            int smooth_s = 0;
                            int h_2 = 0;
                            for (int dy = -1 > -y ? -1 : -y; dy < 2 && dy < h - y; dy++)
                                for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                                    smooth_s += weight[dy + 1][dx + 1] * in->data[(dy + y) * in->width + dx + x];
                                    h_2 += weight[dy + 1][dx + 1];
                                }
                            g_data_0[x] = smooth_s / h_2;
                        }
                    }
                }
                if (y >= 1) {
                    /* edges */
                    s->data[(y - 1) * in->width] = 0;
                    if (h >= 2 && y == h) {
                        for (int x = 1; x < w - 1; x++)
                            s->data[(h - 1) * in->width + x] = 0;
                    }
                    else if (y == 1) {
                        for (int x = 1; x < w - 1; x++)
                            s->data[x] = 0;
                    }
                    else {
                        const unsigned char *g_data_0 = &g->data[(y % 3) * (long)in->width];
                        const unsigned char *g_data_1 = &g->data[((y - 1) % 3) * (long)in->width];
                        const unsigned char *g_data_2 = &g->data[((y - 2) % 3) * (long)in->width];
                        for (int x = 1; x < w - 1; x++) {
                            int across = g_data_2[x + 1] - g_data_2[x - 1] + 2 * (g_data_1[x + 1] - g_data_1[x - 1]) + g_data_0[x + 1] - g_data_0[x - 1];
                            int down = g_data_0[x - 1] - g_data_2[x - 1] + 2 * (g_data_0[x] - g_data_2[x]) + g_data_0[x + 1] - g_data_2[x + 1];
                            int m = abs(across) + abs(down);
                            s->data[(y - 1) * in->width + x] = m > 255 ? 255 : m;
                        }
                    }
                    if (w >= 2)
                        s->data[(y - 1) * in->width + w - 1] = 0;
                }
            }
    }
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
