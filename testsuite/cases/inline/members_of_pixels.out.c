/* Pixels are structures: two stages between frames, of which the one in the middle needs three rows. */
// polycc: --at h=1080,w=1920

#include <stdio.h>
#include <stdlib.h>

#include "bits.h"

typedef struct {
    unsigned char r, g, b;
} pixel;

/* polycc: `filter_apart` is `filter` for memory that doesn't overlap */
static int filter_apart(unsigned char *edges, const pixel *in, int h, int w)
{
    /* polycc: soft_r[i * w + j] -> soft_r[(i % 2) * w + j]; 2 * w cells instead of h * w */
    unsigned char *soft_r;
    /* polycc: soft_g[i * w + j] -> soft_g[(i % 3) * w + j]; 3 * w cells instead of h * w */
    unsigned char *soft_g;
    /* polycc: soft_b[i * w + j] -> soft_b[(i % 2) * w + j]; 2 * w cells instead of h * w */
    unsigned char *soft_b;
    soft_r = malloc(sizeof(unsigned char) * 2 * w);
    soft_g = malloc(sizeof(unsigned char) * 3 * w);
    soft_b = malloc(sizeof(unsigned char) * 2 * w);
    if (soft_r == NULL || soft_g == NULL || soft_b == NULL || edges == NULL)
        return 1;
    {
        unsigned char *soft_r_0 = &soft_r[0], *soft_r_1 = &soft_r[w];
        unsigned char *soft_g_0 = &soft_g[0], *soft_g_1 = &soft_g[2 * w], *soft_g_2 = &soft_g[w];
        unsigned char *soft_b_0 = &soft_b[0], *soft_b_1 = &soft_b[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++) {
                /* across */
                soft_r_0[x] = (in[y * w + x - 1].r + 2 * in[y * w + x].r + in[y * w + x + 1].r) / 4;
                soft_g_0[x] = (in[y * w + x - 1].g + 2 * in[y * w + x].g + in[y * w + x + 1].g) / 4;
                soft_b_0[x] = (in[y * w + x - 1].b + 2 * in[y * w + x].b + in[y * w + x + 1].b) / 4;
            }
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* along */
                    {
                        pixel here = { soft_r_1[x], soft_g_1[x], soft_b_1[x] };
                        int g = soft_g_0[x] - soft_g_2[x];
                        edges[(y - 1) * (long)w + x] = (here.r + here.b + (g < 0 ? -g : g)) / 3;
                    }
            unsigned char *soft_r_next = soft_r_1;
            soft_r_1 = soft_r_0, soft_r_0 = soft_r_next;
            unsigned char *soft_g_next = soft_g_2;
            soft_g_2 = soft_g_1, soft_g_1 = soft_g_0, soft_g_0 = soft_g_next;
            unsigned char *soft_b_next = soft_b_1;
            soft_b_1 = soft_b_0, soft_b_0 = soft_b_next;
        }
    }
    free(soft_r);
    free(soft_g);
    free(soft_b);
    return 0;
}

static int filter(unsigned char *edges, const pixel *in, int h, int w)
{
    /* polycc: `filter_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)(edges + (long)w) || (const char *)(edges + (((long)h - 1) * (long)w)) <= (const char *)in, 1)) {
        return filter_apart(edges, in, h, w);
    }
    unsigned char *soft_r;
    unsigned char *soft_g;
    unsigned char *soft_b;
    soft_r = (unsigned char *)malloc((size_t)h * w * sizeof(unsigned char));
    soft_g = (unsigned char *)malloc((size_t)h * w * sizeof(unsigned char));
    soft_b = (unsigned char *)malloc((size_t)h * w * sizeof(unsigned char));
    if (soft_r == NULL || soft_g == NULL || soft_b == NULL || edges == NULL)
        return 1;
    { /* across */
        for (int y = 0; y < h; y++)
            for (int x = 1; x < w - 1; x++) {
                soft_r[y * w + x] = (in[y * w + x - 1].r + 2 * in[y * w + x].r + in[y * w + x + 1].r) / 4;
                soft_g[y * w + x] = (in[y * w + x - 1].g + 2 * in[y * w + x].g + in[y * w + x + 1].g) / 4;
                soft_b[y * w + x] = (in[y * w + x - 1].b + 2 * in[y * w + x].b + in[y * w + x + 1].b) / 4;
            }
    }
    { /* along */
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                pixel here = { soft_r[y * w + x], soft_g[y * w + x], soft_b[y * w + x] };
                int g = soft_g[(y + 1) * w + x] - soft_g[(y - 1) * w + x];
                edges[y * w + x] = (here.r + here.b + (g < 0 ? -g : g)) / 3;
            }
    }
    free(soft_r);
    free(soft_g);
    free(soft_b);
    return 0;
}

static void run(int h, int w)
{
    short *values = data_i16(3 * h * w, 7, 255);
    pixel *in = malloc(sizeof(pixel) * h * w);
    unsigned char *edges = calloc(h * w, 1);
    for (int i = 0; i < h * w; i++) {
        in[i].r = values[3 * i];
        in[i].g = values[3 * i + 1];
        in[i].b = values[3 * i + 2];
    }
    if (filter(edges, in, h, w) == 0)
        show("edges", edges, h * w, sizeof *edges);
    free(edges);
    free(in);
    free(values);
}

int main(void)
{
    run(1, 1);
    run(2, 5);
    run(7, 3);
    run(40, 90);
    return 0;
}
