// expect: contracted twice_data
/* Structures on the heap that statements make behind their declarations, with checks that give up in between. */
#include <stdio.h>
#include <stdlib.h>

struct image {
    int w, h;
    float *data;
};

static struct image *image_new(int w, int h)
{
    struct image *image = malloc(sizeof *image);
    if (!image)
        return NULL;
    image->w = w;
    image->h = h;
    image->data = malloc(sizeof(float) * w * h);
    if (!image->data) {
        free(image);
        return NULL;
    }
    return image;
}

static void image_free(struct image *image)
{
    if (image) {
        free(image->data);
        free(image);
    }
}

static void doubled(const struct image *in, struct image *out)
{
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            out->data[y * out->w + x] = 2 * in->data[y * in->w + x];
}

static int work(const struct image *in, struct image *out)
{
    int status = -1;
    struct image *twice = NULL, *sum = NULL;
    /* polycc: twice->data[i * twice->w + j] -> twice->data[(i % 3) * twice->w + j]; 3 * twice->w cells instead of in->h * twice->w */
    twice = image_new(in->w, in->h);
    if (!twice)
        goto fail;
    sum = image_new(in->w, in->h - 2);
    if (!sum)
        goto fail;
    for (int y = 0; y < in->h; y++) {
        float *twice_data_0 = &twice->data[(y % 3) * twice->w];
        for (int x = 0; x < in->w; x++)
            /* doubled */
            twice_data_0[x] = 2 * in->data[y * in->w + x];
        if (y >= 2) {
            const float *twice_data_2 = &twice->data[((y - 2) % 3) * twice->w];
            for (int x = 0; x < in->w; x++)
                /* added */
                sum->data[(y - 2) * sum->w + x] = twice_data_2[x] + twice_data_0[x];
        }
    }
    doubled(sum, out);
    status = 0;
fail:
    image_free(twice);
    image_free(sum);
    return status;
}

int main(void)
{
    struct image *in = image_new(31, 23), *out = image_new(31, 21);
    if (!in || !out)
        return 1;
    for (int i = 0; i < 31 * 23; i++)
        in->data[i] = i * i % 101;
    int status = work(in, out);
    for (int i = 0; i < 31 * 21; i++)
        printf("%g\n", out->data[i] + status);
    image_free(in);
    image_free(out);
    return 0;
}
