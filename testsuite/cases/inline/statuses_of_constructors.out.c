// expect: contracted source_data
// expect: contracted half_data
// says: `draw`, `gradient`: inlined here
/* Frames that functions make and that say by their result whether they could; all is released at one place. One of them lives within a
   stage. */
#include "bits.h"

struct frame {
    int w, h;
    float *data;
};

static int frame_init(struct frame *f, int w, int h)
{
    f->w = w;
    f->h = h;
    f->data = calloc((size_t)w * h, sizeof *f->data);
    return f->data ? 0 : -1;
}

static void frame_drop(struct frame *f)
{
    free(f->data);
    f->data = NULL;
}

static float energy(const struct frame *across, const struct frame *down)
{
    float sum = 0;
    size_t n = (size_t)across->w * across->h;
    for (size_t i = 0; i < n; i++)
        sum += across->data[i] * across->data[i] + down->data[i] * down->data[i];
    return sum;
}

static int run(int w, int h, float *result)
{
    int status = 1;
    struct frame source = {0}, across = {0}, down = {0};
    if (w < 3 || h < 3)
        return 2;
    { /* frame_init */
        source.w = w;
        source.h = h;
        /* polycc: source.data[i * (long)source.w + j] -> source.data[j]; source.w cells instead of h * source.w */
        source.data = malloc(sizeof(float[source.w]));
        if ((source.data ? 0 : -1) < 0) goto out;
    }
    if (frame_init(&across, w, h) < 0)
        goto out;
    if (frame_init(&down, w, h) < 0)
        goto out;
    struct frame half;
    /* polycc: half.data[i * (long)source.w + j] -> half.data[(i % 3) * (long)source.w + j]; 3 * source.w cells instead of source.h * source.w */
    half.data = malloc(sizeof(float) * 3 * source.w);
    if ((half.data ? 0 : -1) < 0) goto out;
    {
        unsigned seed;
        /* draw */
        seed = 3;
        float *half_data_0 = &half.data[0], *half_data_1 = &half.data[2 * (long)source.w], *half_data_2 = &half.data[(long)source.w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                source.data[x] = (float)((x * 7 + y * 13) % 32) + seed;
            for (int x = 0; x < w; x++)
                /* gradient */
                /* frame_init */
                half_data_0[x] = source.data[x] * 0.5f;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++) {
                    across.data[(y - 1) * (long)source.w + x] = half_data_1[x + 1] - half_data_1[x - 1];
                    down.data[(y - 1) * (long)source.w + x] = half_data_0[x] - half_data_2[x];
                }
            float *half_data_next = half_data_2;
            half_data_2 = half_data_1, half_data_1 = half_data_0, half_data_0 = half_data_next;
        }
    }
    frame_drop(&half);
    *result = energy(&across, &down);
    status = 0;
out:
    frame_drop(&source);
    frame_drop(&across);
    frame_drop(&down);
    return status;
}

int main(void)
{
    static const int sizes[] = {3, 4, 17, 2, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        float result = -1;
        int status = run(sizes[s], sizes[(s + 1) % (sizeof sizes / sizeof *sizes)], &result);
        printf("%d\n", status);
        show("energy", &result, 1, sizeof result);
    }
    return 0;
}
