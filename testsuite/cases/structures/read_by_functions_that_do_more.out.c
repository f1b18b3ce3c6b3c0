/* Functions that read a place and do more than that, or that read it in a way that isn't looked through: the calls stay, and so do the loops. */
#include "bits.h"

typedef struct {
    int w, h;
    float *data;
} image;

static int reads;

static float counting(const image *im, int x, int y)
{
    reads++;
    return im->data[y * im->w + x];
}

static float by_turns(const image *im, int x, int y)
{
    static int calls;
    calls++;
    return im->data[(y * im->w + x + calls) % (im->w * im->h)];
}

static float zero_outside(const image *im, int x, int y)
{
    if (x < 0 || x >= im->w || y < 0 || y >= im->h)
        return 0;
    return im->data[y * im->w + x];
}

static double wider(const image *im, int x, int y)
{
    return im->data[y * im->w + x];
}

static float left_of(const image *im, int x, int y)
{
    return x <= 0 ? im->data[y * im->w] : left_of(im, x - 1, y);
}

static float at(const image *im, int x, int y)
{
    return im->data[y * im->w + x];
}

static int next(int *turn)
{
    return (*turn)++ * 0;
}

static void counted(const image *restrict im, float *restrict out)
{
    float *t = malloc(sizeof(float) * im->w * im->h);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            t[y * im->w + x] = counting(im, x, y) + by_turns(im, x, y);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            out[y * im->w + x] = t[y * im->w + x] * 2;
    free(t);
}

static void bordered(const image *restrict im, float *restrict out)
{
    float *t = malloc(sizeof(float) * im->w * im->h);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            t[y * im->w + x] = zero_outside(im, x - 1, y + 1) + left_of(im, x, y);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            out[y * im->w + x] = (float)(t[y * im->w + x] + wider(im, x, y) * 1.1);
    free(t);
}

static int turned(const image *restrict im, float *restrict out)
{
    int turn = 0;
    float *t = malloc(sizeof(float) * im->w * im->h);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            t[y * im->w + x] = at(im, x + next(&turn), y);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            out[y * im->w + x] = t[y * im->w + x] * 2;
    free(t);
    return turn;
}

/* the structure leads elsewhere behind the first loop */
static void retargeted(image *im, float *restrict out)
{
    float *kept = im->data;
    for (int x = 0; x < im->w; x++)
        out[x] = at(im, x, 0);
    im->data = kept + im->w * (im->h - 1);
    for (int x = 0; x < im->w; x++)
        out[x] += at(im, x, 0);
    im->data = kept;
}

int main(void)
{
    for (int w = 1; w < 12; w += 3)
        for (int h = 1; h < 9; h += 2) {
            image im = {w, h, data_f32(w * h, w)};
            float *out = data_f32(w * h, h);
            counted(&im, out);
            show("reads", &reads, 1, sizeof reads);
            show("counted", out, w * h, sizeof *out);
            bordered(&im, out);
            show("bordered", out, w * h, sizeof *out);
            int turn = turned(&im, out);
            show("turn", &turn, 1, sizeof turn);
            show("turned", out, w * h, sizeof *out);
            retargeted(&im, out);
            show("retargeted", out, w, sizeof *out);
            free(im.data);
            free(out);
        }
    return 0;
}
