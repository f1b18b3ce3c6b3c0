// expect: contracted grey
/* Windows that the borders of an image clip, in a row of stages: away from the borders they are whole. One is higher than wide, one looks
   only up and down, and one goes along rows that may be shorter than its borders. */
#include "bits.h"

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
            /* polycc: in[i * w + j] -> in; 1 cell instead of all */
            unsigned char *in = (__builtin_expect((long)w >= 1, 1) ? malloc(sizeof *in) : malloc(n + 1)), *out = calloc(n + 1, 1);
            /* polycc: grey[i * w + j] -> grey[(i % 3) * w + j]; 3 * w cells instead of h * w */
            /* polycc: soft[i * w + j] -> soft[j]; w cells instead of h * w */
            unsigned char *grey = (__builtin_expect((long)w >= 1, 1) ? malloc(sizeof(unsigned char) * 3 * w) : malloc((size_t)w * h)), *soft = (__builtin_expect((long)w >= 1, 1) ? malloc(sizeof(unsigned char[w])) : malloc((size_t)w * h));
            /* polycc: for sizes as they should be */
            if (__builtin_expect((long)w >= 1, 1)) {
                unsigned char in = 0;
                if (h >= 1) {
                    unsigned char *grey_0 = &grey[0], *grey_1 = &grey[2 * w], *grey_2 = &grey[w];
                    for (int i_0 = 0; i_0 <= h; i_0++) {
                        if (i_0 < h)
                            for (int i_1 = 0; i_1 < w; i_1++) {
                                in = ((i_0 * w + i_1) * 37 + a) % 251;
                                /* softened */
                                grey_0[i_1] = (in * 3 + i_1) / 4;
                            }
                        if (i_0 >= 1) {
                            for (int x = 0; x < w && (x < 1 || i_0 < 2 || i_0 >= h); x++) {
                                int sum = 0;
                                int softened_count = 0;
                                for (int dy = -1 > 1 - i_0 ? -1 : 1 - i_0; dy < 2 && dy <= h - i_0; dy++)
                                    for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                                        sum += grey[((dy + i_0 - 1) % 3) * w + dx + x];
                                        softened_count++;
                                    }
                                soft[x] = sum / softened_count;
                            }
                            if (i_0 >= 2 && i_0 < h) {
                                const unsigned char *grey_rows[3] = {&grey[((i_0 - 2) % 3) * w], &grey[((i_0 - 1) % 3) * w], &grey[(i_0 % 3) * w]};
                                for (int x = 1; x < w - 1; x++) {
                                    int sum = 0;
                                    int softened_count = 0;
                                    for (int dy = -1; dy < 2; dy++)
                                        for (int dx = -1; dx < 2; dx++) {
                                            sum += grey_rows[dy + 1][dx + x];
                                            softened_count++;
                                        }
                                    soft[x] = sum / softened_count;
                                }
                                for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++) {
                                    int sum = 0;
                                    int softened_count = 0;
                                    for (int dy = -1 > 1 - i_0 ? -1 : 1 - i_0; dy < 2 && dy <= h - i_0; dy++)
                                        for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx < w - x; dx++) {
                                            sum += grey_rows[dy + 1][dx + x];
                                            softened_count++;
                                        }
                                    soft[x] = sum / softened_count;
                                }
                            }
                            for (int x = 0; x < w; x++)
                                out[(i_0 - 1) * w + x] = grey_1[x] - soft[x];
                        }
                        unsigned char *grey_next = grey_2;
                        grey_2 = grey_1, grey_1 = grey_0, grey_0 = grey_next;
                    }
                }
            } else {
                for (int i = 0; i < n; i++)
                    in[i] = (i * 37 + a) % 251;
                { /* softened */
                    for (int y = 0; y < h; y++)
                        for (int x = 0; x < w; x++)
                            grey[y * w + x] = (in[y * w + x] * 3 + x) / 4;
                    for (int y = 0; y < h; y++)
                        for (int x = 0; x < w; x++) {
                            int sum = 0, softened_count = 0;
                            for (int dy = -1; dy <= 1; dy++)
                                for (int dx = -1; dx <= 1; dx++) {
                                    int row = y + dy, column = x + dx;
                                    if (row >= 0 && row < h && column >= 0 && column < w) {
                                        sum += grey[row * w + column];
                                        softened_count++;
                                    }
                                }
                            soft[y * w + x] = sum / softened_count;
                        }
                    for (int y = 0; y < h; y++)
                        for (int x = 0; x < w; x++)
                            out[y * w + x] = grey[y * w + x] - soft[y * w + x];
                }
            }
            free(grey);
            free(soft);
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
