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

static void draw(struct frame *f, unsigned seed)
{
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++)
            f->data[(size_t)y * f->w + x] = (float)((x * 7 + y * 13) % 32) + seed;
}

static int gradient(const struct frame *f, struct frame *across, struct frame *down)
{
    struct frame half;
    if (frame_init(&half, f->w, f->h) < 0)
        return -1;
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++)
            half.data[(size_t)y * f->w + x] = f->data[(size_t)y * f->w + x] * 0.5f;
    for (int y = 1; y < f->h - 1; y++)
        for (int x = 1; x < f->w - 1; x++) {
            size_t at = (size_t)y * f->w + x;
            across->data[at] = half.data[at + 1] - half.data[at - 1];
            down->data[at] = half.data[(size_t)(y + 1) * f->w + x] - half.data[(size_t)(y - 1) * f->w + x];
        }
    frame_drop(&half);
    return 0;
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
    if (frame_init(&source, w, h) < 0) goto out;
    if (frame_init(&across, w, h) < 0)
        goto out;
    if (frame_init(&down, w, h) < 0)
        goto out;
    draw(&source, 3);
    if (gradient(&source, &across, &down) < 0)
        goto out;
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
