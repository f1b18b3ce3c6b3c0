// expect: contracted eroded_data
/* The rows of a temporary are counted with a member, its block with what that was given; the caller's rows are longer, or may
   not be. */
#include "bits.h"

typedef struct {
    int width, height, stride;
    unsigned char *data;
} grey;

/* polycc: `opening_apart` is `opening` for sizes as they should be, in memory that doesn't overlap */
static void opening_apart(const grey *in, grey *out)
{
    grey eroded;
    eroded.width = in->width;
    eroded.height = in->height;
    eroded.stride = in->width;
    /* polycc: eroded.data[i * eroded.stride + j] -> eroded.data[(i % 3) * eroded.stride + j]; 3 * eroded.stride cells instead of in->height * eroded.stride */
    eroded.data = malloc(sizeof(unsigned char) * 3 * eroded.stride);
    for (int y = 1; y < in->height - 1; y++) {
        unsigned char *eroded_data_0 = &eroded.data[(y % 3) * eroded.stride];
        for (int x = 1; x < in->width - 1; x++) {
            unsigned char least = 255;
            for (int dy = -1; dy < 2; dy++) {
                unsigned char v = in->data[(dy + y) * in->stride + x];
                if (v < least)
                    least = v;
            }
            eroded_data_0[x] = least;
        }
        if (y >= 3) {
            const unsigned char *eroded_data_rows[3] = {&eroded.data[((y - 2) % 3) * eroded.stride], &eroded.data[((y - 1) % 3) * eroded.stride], &eroded.data[(y % 3) * eroded.stride]};
            for (int x = 2; x < in->width - 2; x++) {
                unsigned char most = 0;
                for (int dx = -1; dx < 2; dx++) {
                    unsigned char v_2 = eroded_data_rows[dx + 1][dx + x];
                    if (v_2 > most)
                        most = v_2;
                }
                out->data[(y - 1) * out->stride + x] = most;
            }
        }
    }
    free(eroded.data);
}

static void opening(const grey *in, grey *out)
{
    /* polycc: `opening_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)in->width >= 5) && ((long)in->height >= 5) && ((long)out->stride + 2 >= (long)in->width) && ((long)in->stride >= 0) && ((const char *)(in->data + (((long)in->height - 1) * (long)in->stride + ((long)in->width - 1))) <= (const char *)(out->data + (2 * (long)out->stride)) || (const char *)(out->data + (((long)in->height - 2) * (long)out->stride)) <= (const char *)(in->data + 1)) && ((const char *)(out->data + (((long)in->height - 2) * (long)out->stride)) <= (const char *)in || (const char *)(in + 1) <= (const char *)(out->data + (2 * (long)out->stride))) && ((const char *)(out->data + (((long)in->height - 2) * (long)out->stride)) <= (const char *)out || (const char *)(out + 1) <= (const char *)(out->data + (2 * (long)out->stride))), 1)) {
        opening_apart(in, out);
        return;
    }
    grey eroded;
    eroded.width = in->width;
    eroded.height = in->height;
    eroded.stride = in->width;
    eroded.data = malloc(in->width * in->height);
    for (int y = 1; y < in->height - 1; y++)
        for (int x = 1; x < in->width - 1; x++) {
            unsigned char least = 255;
            for (int dy = -1; dy <= 1; dy++) {
                unsigned char v = in->data[(y + dy) * in->stride + x];
                if (v < least)
                    least = v;
            }
            eroded.data[y * eroded.stride + x] = least;
        }
    for (int y = 2; y < in->height - 2; y++)
        for (int x = 2; x < in->width - 2; x++) {
            unsigned char most = 0;
            for (int dx = -1; dx <= 1; dx++) {
                unsigned char v = eroded.data[(y + dx) * eroded.stride + x + dx];
                if (v > most)
                    most = v;
            }
            out->data[y * out->stride + x] = most;
        }
    free(eroded.data);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 9};
    unsigned char *memory = data_u8(800, 5, 250);
    for (int w = 0; w < 8; w++)
        for (int h = 0; h < 8; h++)
            for (int more = -1; more < 3; more++)
                for (int from = -1; from < 3; from++) {
                    int strides[] = {sizes[w] + more, sizes[w] + from};
                    if (strides[0] < 0 || strides[1] < 0)
                        continue;
                    grey in = {sizes[w], sizes[h], strides[1], memory};
                    grey out = {sizes[w], sizes[h], strides[0], memory + 150 * (from + more)};
                    if (from + more < 0)
                        out.data = memory + 3;
                    opening(&in, &out);
                }
    show("memory", memory, 800, sizeof *memory);
    free(memory);
    return 0;
}
