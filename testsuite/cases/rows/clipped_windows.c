// expect: contracted grey
/* Windows that the borders of an image clip, in a row of stages: away from the borders they are whole. One is higher than wide, one looks
   only up and down, and one goes along rows that may be shorter than its borders. */
#include "bits.h"

static void softened(const unsigned char *restrict in, unsigned char *restrict out, int w, int h)
{
    unsigned char *grey = malloc((size_t)w * h), *soft = malloc((size_t)w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            grey[y * w + x] = (in[y * w + x] * 3 + x) / 4;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0, count = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int row = y + dy, column = x + dx;
                    if (row >= 0 && row < h && column >= 0 && column < w) {
                        sum += grey[row * w + column];
                        count++;
                    }
                }
            soft[y * w + x] = sum / count;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = grey[y * w + x] - soft[y * w + x];
    free(grey);
    free(soft);
}

static double uneven(const float *restrict in, int w, int h)
{
    double total = 0;
    float *lifted = malloc(sizeof(float) * w * h), *tall = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            lifted[y * w + x] = in[y * w + x] + y;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int j = y - 3; j <= y + 1; j++)
                for (int i = x - 2; i <= x; i++) {
                    if (j < 0 || j >= h || i < 0 || i >= w)
                        continue;
                    sum += lifted[j * w + i] * (i + 1);
                }
            tall[y * w + x] = sum;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            total = total * 0.5 + tall[y * w + x];
    free(lifted);
    free(tall);
    return total;
}

static void columns(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    float (*held)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            held[y][x] = in[y][x] * 0.5f;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y][x] = 0;
            for (int d = -2; d <= 2; d++)
                if (y + d >= 0 && y + d < h)
                    out[y][x] += held[y + d][x];
        }
    free(held);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 75};
    int count = sizeof sizes / sizeof *sizes;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            int w = sizes[a], h = sizes[b], n = w * h;
            unsigned char *in = malloc(n + 1), *out = calloc(n + 1, 1);
            for (int i = 0; i < n; i++)
                in[i] = (i * 37 + a) % 251;
            softened(in, out, w, h);
            show("softened", out, n, 1);
            float *values = data_f32(n + 1, 3), *summed = data_f32(n + 1, 4);
            double total = uneven(values, w, h);
            show("uneven", &total, 1, sizeof total);
            if (w > 0) {
                columns(w, h, (void *)values, (void *)summed);
                show("columns", summed, n, sizeof *summed);
            }
            free(in);
            free(out);
            free(values);
            free(summed);
        }
    return 0;
}
