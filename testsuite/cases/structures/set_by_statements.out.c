// expect: contracted eroded_data
/* Statements set the members one by one; the way out where there is no memory, and members that are read at the end, stay. */
#include "bits.h"

struct grey {
    int width, height, stride;
    unsigned char *data;
};

static int opening(const struct grey *in, unsigned char *restrict out)
{
    struct grey eroded;
    int w = in->width, h = in->height;
    eroded.width = w;
    eroded.height = h;
    eroded.stride = eroded.width;
    /* polycc: eroded.data[i * eroded.stride + j] -> eroded.data[(i % 3) * eroded.stride + j]; 3 * eroded.stride cells instead of eroded.height * eroded.stride */
    eroded.data = malloc(sizeof(unsigned char) * 3 * eroded.stride);
    if (!eroded.data)
        return -1;
    {
        unsigned char *eroded_data_0 = &eroded.data[eroded.stride], *eroded_data_1 = &eroded.data[0], *eroded_data_2 = &eroded.data[2 * eroded.stride];
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                unsigned char a = in->data[(y - 1) * w + x];
                unsigned char b = in->data[(y + 1) * w + x];
                eroded_data_0[x] = a < b ? a : b;
            }
            if (y >= 3)
                for (int x = 2; x < w - 2; x++) {
                    unsigned char a_2 = eroded_data_2[x];
                    unsigned char b_2 = eroded_data_0[x];
                    out[(y - 1) * w + x] = a_2 < b_2 ? b_2 : a_2;
                }
            unsigned char *eroded_data_next = eroded_data_2;
            eroded_data_2 = eroded_data_1, eroded_data_1 = eroded_data_0, eroded_data_0 = eroded_data_next;
        }
    }
    free(eroded.data);
    return eroded.width + eroded.height;
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    unsigned char *in = data_u8(200, 5, 250), *out = data_u8(200, 6, 250);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h++) {
            struct grey a = {sizes[w], sizes[h], sizes[w], in};
            printf("%d\n", opening(&a, out));
        }
    show("out", out, 200, sizeof *out);
    free(in);
    free(out);
    return 0;
}
