// polycc: --parallel --optimize speed
/* Loops through pointers that may overlap: threads share them where a test at the start says that they don't. The second has stages whose
   frame shrinks, in chunks. */
#include "bits.h"

/* polycc: `scaled_apart` is `scaled` for memory that doesn't overlap */
static void scaled_apart(int n, int m, const float *x, float *y)
{
    #pragma omp parallel for if(1.0 * n * m > 50000)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = 2 * x[i * m + j] + 1;
}

static void scaled(int n, int m, const float *x, float *y)
{
    /* polycc: `scaled_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(y + ((long)n * (long)m)) <= (const char *)x || (const char *)(x + ((long)n * (long)m)) <= (const char *)y, 1)) {
        scaled_apart(n, m, x, y);
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = 2 * x[i * m + j] + 1;
}

/* polycc: `blurred_apart` is `blurred` for memory that doesn't overlap */
static void blurred_apart(int h, int w, float in[h][w], float out[h][w])
{
    #pragma omp parallel for if(1.0 * h * w > 10000)
    for (int chunk = 0; chunk < h; chunk += 64) {
        /* polycc: t[i][j] -> t[i % 3][j]; 3 * w cells instead of h * w */
        float (*t)[w] = malloc(sizeof(float[3][w]));
        float *t_0 = t[0], *t_1 = t[2], *t_2 = t[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < h && y < chunk + 64; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < w - 1; x++)
                    out[y - 1][x] = (t_2[x] + 2 * t_1[x] + t_0[x]) / 16;
            float *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
        free(t);
    }
}

static void blurred(int h, int w, float in[h][w], float out[h][w])
{
    /* polycc: `blurred_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (long)h) <= (const char *)(out + 1) || (const char *)(out + ((long)h - 1)) <= (const char *)in, 1)) {
        blurred_apart(h, w, in, out);
        return;
    }
    float(*t)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y][x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (t[y - 1][x] + 2 * t[y][x] + t[y + 1][x]) / 16;
    free(t);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {17, 9}, {200, 150}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(2 * h * w, 1), *out = data_f32(h * w, 2);
        scaled(h, w, in, out);
        show("scaled", out, h * w, sizeof *out);
        scaled(h, w, in, in + w);
        show("overlapping", in, 2 * h * w, sizeof *in);
        blurred(h, w, (void *)in, (void *)out);
        show("blurred", out, h * w, sizeof *out);
        blurred(h, w, (void *)in, (void *)(in + w));
        show("in place", in, 2 * h * w, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
