// expect: contracted diff
/* Variables are declared where the function starts, and set where loops need them; images are structures of bytes. */
#include "bits.h"

typedef struct {
    int width, height;
    unsigned char *data;
} image;

static void edges(const image *in, int *restrict out)
{
    int x, y, w, h;
    /* polycc: diff[i * (long)w + j] -> diff[(i % 2) * (long)w + j]; 2 * w cells instead of h * w */
    int *diff;

    w = in->width;
    h = in->height;
    diff = malloc(sizeof(int) * 2 * w);
    {
        int *diff_0 = &diff[0], *diff_1 = &diff[(long)w];
        for (y = 0; y < h; y++) {
            for (x = 0; x < w; x++)
                diff_0[x] = in->data[y * (long)w + x] * 3 - (x > 0 ? in->data[y * (long)w + x - 1] : 0);
            if (y >= 1)
                for (x = 0; x < w; x++)
                    out[(y - 1) * (long)w + x] = diff_1[x] - diff_0[x] + in->data[y * (long)w + x];
            int *diff_next = diff_1;
            diff_1 = diff_0, diff_0 = diff_next;
        }
    }
    free(diff);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 6, 9, 74};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        int *values = data_i32((long)w * h, 3, 256), *out = data_i32((long)w * h, 4, 9);
        image in = {w, h, block((long)w * h, 1)};
        for (long k = 0; k < (long)w * h; k++)
            in.data[k] = (unsigned char)values[k];
        edges(&in, out);
        show("out", out, (long)w * h, sizeof *out);
        free(values);
        free(in.data);
        free(out);
    }
    return 0;
}
