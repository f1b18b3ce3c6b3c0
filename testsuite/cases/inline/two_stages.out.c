// expect: contracted tmp
// says: `blur_rows`, `blur_columns`: inlined here
/* A frame that one function fills and the next one reads: where memory is apart, three rows of it are enough. The functions stay,
   since the program calls them where memory overlaps. */
#include "bits.h"

/* mean of three neighbours in a row */
static void blur_rows(const float *in, float *out, int w, int h)
{
    // the borders of `out` stay
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
}

/* and of three rows */
static void blur_columns(const float *src, float *dst, int width, int height)
{
    if (height < 3)
        return;
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++)
            dst[y * width + x] = (src[(y - 1) * width + x] + src[y * width + x] + src[(y + 1) * width + x]) / 3;
}

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static void blur_apart(const float *in, float *out, int w, int h)
{
    /* polycc: tmp[i * w + j] -> tmp[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *tmp = malloc(sizeof(float) * 3 * w);
    if (!tmp)
        return;
    {
        float *tmp_0 = &tmp[0], *tmp_1 = &tmp[2 * w], *tmp_2 = &tmp[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                /* blur_rows */
                // the borders of `out` stay
                tmp_0[x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* blur_columns */
                    out[(y - 1) * w + x] = (tmp_2[x] + tmp_1[x] + tmp_0[x]) / 3;
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    free(tmp);
}

static void blur(const float *in, float *out, int w, int h)
{
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)(out + (long)w) || (const char *)(out + (((long)h - 1) * (long)w)) <= (const char *)in, 1)) {
        blur_apart(in, out, w, h);
        return;
    }
    float *tmp = malloc(sizeof *tmp * w * h);
    if (!tmp)
        return;
    blur_rows(in, tmp, w, h);
    blur_columns(tmp, out, w, h);
    free(tmp);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *memory = data_f32(2L * h * w, 3);
        blur(memory, memory + h * w, w, h);
        show("apart", memory, 2L * h * w, sizeof *memory);
        blur(memory, memory, w, h);
        blur(memory, memory + 1, w, h);
        show("overlapping", memory, 2L * h * w, sizeof *memory);
        free(memory);
    }
    return 0;
}
