// expect: contracted a
/* A rectifier over all of `channels * h * w` between loops over channels, rows and columns; the counter of the function is
   used once more, with another value, and a name that would be taken for one of the rows is a macro. */
#include "bits.h"

#define i_1 7

/* polycc: `layer_apart` is `layer` for sizes as they should be, in memory that doesn't overlap */
static void layer_apart(int channels, int h, int w, const float x[restrict], float y[restrict])
{
    int i;
    /* polycc: a[(i * h + j) * w + k] -> a[k]; w cells instead of channels * h * w */
    float *a = malloc(sizeof(float[w]));
    for (int c = 0; c < channels; c++)
        for (int j = 0; j < h; j++) {
            for (int k = 0; k < w; k++)
                a[k] = x[(c * h + j) * w + k] * i_1 + c;
            for (int i_2 = 0; i_2 < w; i_2++) {
                if (a[i_2] < 0)
                    a[i_2] = 0;
            }
            for (int k = 0; k < w; k++)
                y[(c * h + j) * w + k] = a[k] + 0.5f;
            if (c == 0 && j == 0)
                for (i = 0; i < 3; i++)
                    y[0] += i;
        }
    free(a);
}

static void layer(int channels, int h, int w, const float x[restrict], float y[restrict])
{
    /* polycc: `layer_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)h >= 1) && ((long)w >= 1) && ((long)channels >= 1), 1)) {
        layer_apart(channels, h, w, x, y);
        return;
    }
    int i;
    float *restrict a = malloc(sizeof(float) * channels * h * w);
    for (int c = 0; c < channels; c++)
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                a[(c * h + j) * w + k] = x[(c * h + j) * w + k] * i_1 + c;
    for (i = 0; i < channels * h * w; ++i)
        if (a[i] < 0)
            a[i] = 0;
    for (int c = 0; c < channels; c++)
        for (int j = 0; j < h; j++)
            for (int k = 0; k < w; k++)
                y[(c * h + j) * w + k] = a[(c * h + j) * w + k] + 0.5f;
    for (i = 0; i < 3; i++)
        y[0] += i;
    free(a);
}

int main(void)
{
    static const int sizes[][3] = {{1, 1, 1}, {2, 3, 4}, {3, 1, 5}, {1, 8, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int c = sizes[k][0], h = sizes[k][1], w = sizes[k][2];
        float *x = data_f32(c * h * w, 3), *y = data_f32(c * h * w, 4);
        layer(c, h, w, x, y);
        show("y", y, c * h * w, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
