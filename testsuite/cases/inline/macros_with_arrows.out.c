// expect: contracted half_data
// says: `draw`, `smooth`: inlined here
/* A macro that names the parameter, where the caller's structure has that name, too. */
#include "bits.h"

struct frame {
    int w, h;
    float *data;
};

#define CELL(f, x, y) ((f)->data[(size_t)(y) * (f)->w + (x)])

static void run(int w, int h)
{
    if (w < 1 || h < 1)
        return;
    size_t n = (size_t)w * h;
    /* polycc: half.data[i * (long)w + j] -> half.data[(i % 3) * (long)w + j]; 3 * w cells instead of h * w */
    struct frame half = {w, h, malloc(sizeof(float) * 3 * w)}, out = {w, h, calloc(n, sizeof(float))};
    if (!half.data || !out.data)
        exit(1);
    {
        float *half_data_0 = &half.data[0], *half_data_1 = &half.data[2 * (long)w], *half_data_2 = &half.data[(long)w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                /* draw */
                (half_data_0[x]) = (float)((x * 7 + y * 13) % 32) * 0.5f;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* smooth */
                    (out.data[(y - 1) * (long)w + x]) = (half_data_1[x - 1]) + (half_data_1[x + 1]) - (half_data_0[x]) * (half_data_2[x]);
            float *half_data_next = half_data_2;
            half_data_2 = half_data_1, half_data_1 = half_data_0, half_data_0 = half_data_next;
        }
    }
    show("out", out.data, w * h, sizeof(float));
    free(half.data);
    free(out.data);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        run(sizes[s], sizes[(s + 1) % (sizeof sizes / sizeof *sizes)]);
    return 0;
}
