// polycc: --optimize speed
// expect: contracted t
/* Three structures with a width of their own: rows that are only read may be shorter than what is read of them. */
#include "bits.h"

struct plane {
    int width, height;
    double *data;
};

/* polycc: `sharpen_apart` is `sharpen` for sizes as they should be, in memory that doesn't overlap */
static void sharpen_apart(const struct plane *in, const struct plane *mask, struct plane *out)
{
    int w = out->width, h = out->height;
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    double *t = malloc(sizeof(double) * 2 * w);
    {
        double *t_0 = &t[0], *t_1 = &t[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = in->data[y * in->width + x - 1] + in->data[y * in->width + x + 1];
            if (y >= 1)
                for (int x = 1; x < w - 1; x++)
                    out->data[y * w + x] = (t_0[x] - t_1[x]) * mask->data[y * mask->width + x];
            double *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}

static void sharpen(const struct plane *in, const struct plane *mask, struct plane *out)
{
    /* polycc: `sharpen_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)out->width >= 3) && ((long)out->height >= 2) && ((long)in->width >= 0) && ((long)mask->width >= 0) && ((const char *)(in->data + (((long)out->height - 1) * (long)in->width + (long)out->width)) <= (const char *)(out->data + (long)out->width) || (const char *)(out->data + ((long)out->height * (long)out->width)) <= (const char *)in->data) && ((const char *)(out->data + ((long)out->height * (long)out->width)) <= (const char *)(mask->data + ((long)mask->width + 1)) || (const char *)(mask->data + (((long)out->height - 1) * (long)mask->width + ((long)out->width - 1))) <= (const char *)(out->data + (long)out->width)), 1)) {
        sharpen_apart(in, mask, out);
        return;
    }
    int w = out->width, h = out->height;
    double *t = malloc(sizeof(double) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y * w + x] = in->data[y * in->width + x - 1] + in->data[y * in->width + x + 1];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out->data[y * w + x] = (t[y * w + x] - t[(y - 1) * w + x]) * mask->data[y * mask->width + x];
    free(t);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 7, 12};
    int strides[] = {0, 1, 3, 7, 12, 20};
    double *memory = data_f64(3000, 5);
    for (int s = 0; s < 6; s++)
        for (int in = 0; in < 6; in++)
            for (int mask = 0; mask < 6; mask++) {
                struct plane a = {strides[in], sizes[s], memory};
                struct plane b = {strides[mask], sizes[s], memory + 300};
                struct plane c = {sizes[s], sizes[s], memory + 900};
                sharpen(&a, &b, &c);
                /* out over in, from the same place and one element off */
                c.data = memory + (in == 3);
                sharpen(&a, &b, &c);
                /* nobody looks at the mask where there is one row only */
                if (sizes[s] < 2)
                    sharpen(&a, NULL, &c);
            }
    show("memory", memory, 3000, sizeof *memory);
    free(memory);
    return 0;
}
