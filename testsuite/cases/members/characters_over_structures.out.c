// polycc: --optimize speed
// expect: contracted t
/* What is written by characters may be the structure itself, its width, or the pointer to its data. */
#include "bits.h"

struct image {
    int width, height;
    unsigned char *data;
};

/* polycc: `twice_apart` is `twice` for memory that doesn't overlap */
static int twice_apart(const struct image *in, struct image *out)
{
    if (in->width != out->width)
        return -1;
    /* polycc: t[i * in->width + j] -> t[(i % 2) * in->width + j]; 2 * in->width cells instead of in->height * in->width */
    int *t = malloc(sizeof(int) * 2 * in->width);
    if (!t)
        return -1;
    {
        int *t_0 = &t[0], *t_1 = &t[in->width];
        for (int y = 0; y < in->height; y++) {
            for (int x = 0; x < in->width; x++)
                t_0[x] = 2 * in->data[y * in->width + x] + 1;
            if (y >= 1)
                for (int x = 0; x < in->width; x++)
                    out->data[y * out->width + x] = t_0[x] + t_1[x];
            int *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
    return 0;
}

static int twice(const struct image *in, struct image *out)
{
    /* polycc: `twice_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(in->data + ((long)in->height * (long)in->width)) <= (const char *)(out->data + (long)out->width) || (const char *)(out->data + ((long)in->height * (long)out->width)) <= (const char *)in->data) && ((const char *)(out->data + ((long)in->height * (long)out->width)) <= (const char *)in || (const char *)(in + 1) <= (const char *)(out->data + (long)out->width)) && ((const char *)(out->data + ((long)in->height * (long)out->width)) <= (const char *)out || (const char *)(out + 1) <= (const char *)(out->data + (long)out->width)), 1)) {
        return twice_apart(in, out);
    }
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
