/* What a loop writes lies over the sizes that it reads: it goes on as it was, whatever the test in front of the copy. */
#include "bits.h"

struct shape {
    int width, height, gain;
};

static void scale(const struct shape *shape, int *data)
{
    for (int y = 0; y < shape->height; y++) {
        /* polycc: in variables, as long as nothing that is written lies over them */
        if (shape->width > 0
            && ((const char *)&data[(shape->height - 1) * shape->width + shape->width] <= (const char *)shape || (const char *)(shape + 1) <= (const char *)&data[y * shape->width])) {
            const int height = shape->height;
            const int width = shape->width;
            const int gain = shape->gain;
            for (; y < height; y++) {
                for (int x = 0; x < width; x++)
                    data[y * width + x] = data[y * width + x] / 2 + gain;
            }
            break;
        }
        for (int x = 0; x < shape->width; x++)
            data[y * shape->width + x] = data[y * shape->width + x] / 2 + shape->gain;
    }
}

static void even(const struct shape *shape, const int *in, int *out)
{
    for (int y = 0; y < shape->height; y++)
        for (int x = 0; x < shape->width; x++) {
            /* polycc: away from the borders nothing is tested */
            /* polycc: in variables, as long as nothing that is written lies over them */
            if (x >= 1 && x < shape->width - 1 && y < shape->height
                && ((const char *)&out[y * shape->width + shape->width] <= (const char *)shape || (const char *)(shape + 1) <= (const char *)&out[y * shape->width + x])) {
                const int width = shape->width;
                for (; x < width - 1; x++) {
                    int sum = in[y * width + x];
                    sum += in[y * width + x - 1];
                    sum += in[y * width + x + 1];
                    out[y * width + x] = sum;
                }
            }
            int sum = in[y * shape->width + x];
            if (x > 0)
                sum += in[y * shape->width + x - 1];
            if (x < shape->width - 1)
                sum += in[y * shape->width + x + 1];
            out[y * shape->width + x] = sum;
        }
}

static void fill(const int *length, const int *step, int *cells)
{
    for (int i = 0; i < *length * 2; i++) {
        /* polycc: in variables, as long as nothing that is written lies over them */
        if ((const char *)&cells[*length * 2] <= (const char *)length || (const char *)(length + 1) <= (const char *)&cells[i]) {
            const int length_value = *length;
            for (; i < length_value * 2; i++) {
                cells[i] = cells[i] / 2 + *step;
            }
            break;
        }
        cells[i] = cells[i] / 2 + *step;
    }
}

static void run(int n)
{
    int size = 8 * n + 200;
    int *pool = block(size, sizeof *pool), *in = block(size, sizeof *in);
    /* the structure lies at each place around the cells that are written, the height alone among them in some */
    for (int place = 0; place < 2 * n + 8; place++) {
        for (int i = 0; i < size; i++)
            pool[i] = 0, in[i] = i % 5 - 1;
        struct shape *shape = (struct shape *)(pool + place);
        *shape = (struct shape){n, 2, 1};
        scale(shape, pool + 4);
        show("pool", pool, size, sizeof *pool);
        *shape = (struct shape){n, 2, 1};
        even(shape, in, pool + 4);
        show("pool", pool, size, sizeof *pool);
        pool[place] = n;
        pool[place + 1] = 1;
        fill(pool + place, pool + place + 1, pool + 3);
        show("pool", pool, size, sizeof *pool);
    }
    free(pool);
    free(in);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 9, 40};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k]);
    return 0;
}
