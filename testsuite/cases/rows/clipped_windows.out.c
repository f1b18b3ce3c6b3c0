// expect: contracted grey
/* Windows that the borders of an image clip, in a row of stages: away from the borders they are whole. One is higher than wide, one looks
   only up and down, and one goes along rows that may be shorter than its borders. */
#include "bits.h"

static void softened(const unsigned char *restrict in, unsigned char *restrict out, int w, int h)
{
    /* polycc: grey[i * w + j] -> grey[(i % 3) * w + j]; 3 * w cells instead of h * w */
    /* polycc: soft[i * w + j] -> soft[j]; w cells instead of h * w */
    unsigned char *grey = malloc(sizeof(unsigned char) * 3 * w), *soft = malloc(sizeof(unsigned char[w]));
    if (h >= 1) {
        unsigned char *grey_0 = &grey[0], *grey_1 = &grey[2 * w], *grey_2 = &grey[w];
        for (int y = 0; y <= h; y++) {
            if (y < h)
                for (int x = 0; x < w; x++)
                    grey_0[x] = (in[y * w + x] * 3 + x) / 4;
            if (y >= 1) {
                for (int x = 0; x < w && (x < 1 || y < 2 || y >= h); x++) {
                    int sum = 0;
                    int count = 0;
                    for (int dy = -1 > 1 - y ? -1 : 1 - y; dy < 2 && dy <= h - y; dy++)
                        for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                            sum += grey[((dy + y - 1) % 3) * w + dx + x];
                            count++;
                        }
                    soft[x] = sum / count;
                }
                if (y >= 2 && y < h) {
                    const unsigned char *grey_rows[3] = {&grey[((y - 2) % 3) * w], &grey[((y - 1) % 3) * w], &grey[(y % 3) * w]};
                    for (int x = 1; x < w - 1; x++) {
                        int sum = 0;
                        int count = 0;
                        for (int dy = -1; dy < 2; dy++)
                            for (int dx = -1; dx < 2; dx++) {
                                sum += grey_rows[dy + 1][dx + x];
                                count++;
                            }
                        soft[x] = sum / count;
                    }
                    for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++) {
                        int sum = 0;
                        int count = 0;
                        for (int dy = -1 > 1 - y ? -1 : 1 - y; dy < 2 && dy <= h - y; dy++)
                            for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                                sum += grey_rows[dy + 1][dx + x];
                                count++;
                            }
                        soft[x] = sum / count;
                    }
                }
                for (int x = 0; x < w; x++)
                    out[(y - 1) * w + x] = grey_1[x] - soft[x];
            }
            unsigned char *grey_next = grey_2;
            grey_2 = grey_1, grey_1 = grey_0, grey_0 = grey_next;
        }
    }
    free(grey);
    free(soft);
}

static double uneven(const float *restrict in, int w, int h)
{
    double total = 0;
    /* polycc: lifted[i * w + j] -> lifted[(i % 5) * w + j]; 5 * w cells instead of h * w */
    /* polycc: tall[i * w + j] -> tall[j]; w cells instead of h * w */
    float *lifted = malloc(sizeof(float) * 5 * w), *tall = malloc(sizeof(float[w]));
    if (h >= 1)
        for (int y = 0; y <= h; y++) {
            if (y < h) {
                float *lifted_0 = &lifted[(y % 5) * w];
                for (int x = 0; x < w; x++)
                    lifted_0[x] = in[y * w + x] + y;
            }
            if (y >= 1) {
                for (int x = 0; x < w && (x < 2 || y < 4 || y >= h); x++) {
                    float sum = 0;
                    for (int j = 0 > y - 4 ? 0 : y - 4; j < h && j <= y; j++)
                        for (int i = 0 > x - 2 ? 0 : x - 2; i <= x; i++)
                            sum += lifted[(j % 5) * w + i] * (i + 1);
                    tall[x] = sum;
                }
                if (y >= 4 && y < h)
                    for (int x = 2; x < w; x++) {
                        float sum = 0;
                        for (int j = y - 4; j <= y; j++)
                            for (int i = x - 2; i <= x; i++)
                                sum += lifted[(j % 5) * w + i] * (i + 1);
                        tall[x] = sum;
                    }
                for (int x = 0; x < w; x++)
                    total = total * 0.5 + tall[x];
            }
        }
    free(lifted);
    free(tall);
    return total;
}

static void columns(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    /* polycc: held[i][j] -> held[i % 5][j]; 5 * w cells instead of h * w */
    float (*held)[w] = malloc(sizeof(float[5][w]));
    for (int y = 0; y < 2 && y < h; y++) {
        float *held_0 = held[y % 5];
        for (int x = 0; x < w; x++)
            held_0[x] = in[y][x] * 0.5f;
    }
    for (int y = 2; y <= h + 1; y++) {
        if (y < h) {
            float *held_0 = held[y % 5];
            for (int x = 0; x < w; x++)
                held_0[x] = in[y][x] * 0.5f;
        }
        if (y >= 4 && y < h) {
            const float *held_rows[5] = {held[(y - 4) % 5], held[(y - 3) % 5], held[(y - 2) % 5], held[(y - 1) % 5], held[y % 5]};
            for (int x = 0; x < w; x++) {
                out[y - 2][x] = 0;
                for (int d = -2; d < 3; d++)
                    out[y - 2][x] += held_rows[d + 2][x];
            }
        }
        else {
            const float *held_rows[5] = {held[((y - 4) % 5 + 5) % 5], held[((y - 3) % 5 + 5) % 5], held[((y - 2) % 5 + 5) % 5], held[((y - 1) % 5 + 5) % 5], held[(y % 5 + 5) % 5]};
            for (int x = 0; x < w; x++) {
                out[y - 2][x] = 0;
                for (int d = -2 > 2 - y ? -2 : 2 - y; d < 3 && d <= h - y + 1; d++)
                    out[y - 2][x] += held_rows[d + 2][x];
            }
        }
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
