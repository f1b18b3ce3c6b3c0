// expect: contracted rows
// expect: scalarized both
// expect: kept t
/* Functions of the file that obtain a block, and end the program without it: blocks are as known as those of malloc, and smaller ones are asked
   of the same functions. Not so where a function does more. */
#include "bits.h"

static void *obtained(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        perror("malloc");
        exit(1);
    }
    return p;
}

static float *numbers(size_t n)
{
    float *p = calloc(n, sizeof(float));
    if (p == NULL) {
        fprintf(stderr, "no memory for %zu numbers\n", n);
        exit(1);
    }
    return p;
}

void smooth(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: rows[i * w + j] -> rows[(i % 3) * w + j]; 3 * w cells instead of h * w */
    /* polycc: both[i * w + j] -> both; 1 cell instead of h * w */
    float *rows = obtained(sizeof(float) * 3 * w), both = 0;
    {
        float *rows_0 = &rows[0], *rows_1 = &rows[2 * w], *rows_2 = &rows[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                rows_0[x] = in[y * w + x - 1] + 2 * in[y * w + x] + in[y * w + x + 1];
            if (y >= 2)
                for (int x = 1; x < w - 1; x++) {
                    both = rows_2[x] + 2 * rows_1[x] + rows_0[x];
                    out[(y - 1) * w + x] = in[(y - 1) * w + x] - both / 16;
                }
            float *rows_next = rows_2;
            rows_2 = rows_1, rows_1 = rows_0, rows_0 = rows_next;
        }
    }
    free(rows);
}

static size_t total;

static void *counted(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        exit(1);
    total += bytes;
    return p;
}

float difference(int n, const float *restrict in)
{
    float *t = counted(sizeof(float) * (n + 1)), sum = 0;
    for (int i = 0; i < n; i++)
        t[i] = in[i] * in[i];
    for (int i = 1; i < n; i++)
        sum += t[i] - t[i - 1];
    free(t);
    return sum;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            int w = lengths[a], h = lengths[b];
            float *in = data_f32(w * h, 3), *out = numbers((size_t)w * h);
            smooth(w, h, in, out);
            show("out", out, w * h, sizeof(float));
            float sum = difference(w * h, in);
            show("sum", &sum, 1, sizeof sum);
            show("total", &total, 1, sizeof total);
            free(in);
            free(out);
        }
    return 0;
}
