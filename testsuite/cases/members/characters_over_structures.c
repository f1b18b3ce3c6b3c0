// polycc: --optimize speed
// expect: contracted t
/* What is written by characters may be the structure itself, its width, or the pointer to its data. */
#include "bits.h"

struct image {
    int width, height;
    unsigned char *data;
};

static int twice(const struct image *in, struct image *out)
{
    if (in->width != out->width)
        return -1;
    int *t = malloc(sizeof(int) * in->width * in->height);
    if (!t)
        return -1;
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++)
            t[y * in->width + x] = 2 * in->data[y * in->width + x] + 1;
    for (int y = 1; y < in->height; y++)
        for (int x = 0; x < in->width; x++)
            out->data[y * out->width + x] = t[y * in->width + x] + t[(y - 1) * in->width + x];
    free(t);
    return 0;
}

int main(void)
{
    uint8_t *memory = data_u8(1024, 3, 256);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h += 2) {
            struct image in = {w, h, memory}, out = {w, h, memory + 200};
            printf("%d", twice(&in, &out));
            out.data = memory + 3;
            printf("%d", twice(&in, &out));
            out.width++;
            printf("%d\n", twice(&in, &out));
        }
    /* the second row that is written is the height of the image that is read: 0 from there on */
    for (int k = 0; k < 1024; k++)
        memory[k] = k / 4 % 2 ? 127 : 0;
    struct image in = {4, 6, memory}, out = {4, 6, (unsigned char *)&in};
    printf("%d", twice(&in, &out));
    printf(" %d %d\n", in.width, in.height);
    show("memory", memory, 1024, 1);
    free(memory);
    return 0;
}
