// expect: contracted t
/* Images that functions get by value: writing bytes of one can't change the members of another, which are variables of the
   function, so that its start can test them. In `on_itself` the address of the structure is known: it stays. */
#include "bits.h"

typedef struct {
    int w, h;
    unsigned char *cells;
} grey;

/* polycc: `thin_apart` is `thin` for sizes as they should be, in memory that doesn't overlap */
static void thin_apart(grey in, grey out)
{
    /* polycc: t[i * in.w + j] -> t[(i % 2) * in.w + j]; 2 * in.w cells instead of in.h * in.w */
    unsigned char *t = malloc(sizeof(unsigned char) * 2 * in.w);
    {
        unsigned char *t_0 = &t[0], *t_1 = &t[in.w];
        for (int y = 0; y < in.h; y++) {
            for (int x = 0; x < in.w; x++) {
                t_0[x] = x == 0 || in.cells[y * (long)in.w + x - 1] > 9 ? in.cells[y * (long)in.w + x] : 0;
                out.cells[y * out.w + x] = y == 0 || t_1[x] > 9 ? t_0[x] : 0;
            }
            unsigned char *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}

static void thin(grey in, grey out)
{
    /* polycc: `thin_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)out.w >= (long)in.w) && ((const char *)(in.cells + ((long)in.h * (long)in.w)) <= (const char *)out.cells || (const char *)(out.cells + ((long)in.h * (long)out.w)) <= (const char *)in.cells), 1)) {
        thin_apart(in, out);
        return;
    }
    unsigned char *t = malloc((size_t)in.w * in.h);
    for (int y = 0; y < in.h; y++)
        for (int x = 0; x < in.w; x++)
            t[y * in.w + x] = x == 0 || in.cells[y * in.w + x - 1] > 9 ? in.cells[y * in.w + x] : 0;
    for (int y = 0; y < in.h; y++)
        for (int x = 0; x < in.w; x++)
            out.cells[y * out.w + x] = y == 0 || t[(y - 1) * in.w + x] > 9 ? t[y * in.w + x] : 0;
    free(t);
}

static void on_itself(grey in, grey out, int which)
{
    int w = in.w, h = in.h;
    unsigned char *u = malloc((size_t)w * h);
    grey *known = &out;
    if (which)
        known->cells = (unsigned char *)known;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y * w + x] = in.cells[y * w + x] / 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w && x < (int)sizeof out.w; x++)
            out.cells[x] = u[(y - 1) * w + x] > 200 ? out.w : 1;
    if (which)
        show("itself", &out.w, 1, sizeof out.w);
    free(u);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        grey in = {w, h, block((long)w * h, 1)}, out = {w + (int)s % 2, h, block((long)(w + 1) * h + 8, 1)};
        grey narrow = {w / 2, h, out.cells};
        uint32_t seed = 7;
        for (int i = 0; i < w * h; i++)
            in.cells[i] = next_random(&seed);
        thin(in, out);
        show("out", out.cells, (long)out.w * h, 1);
        thin(in, narrow);
        show("narrow", out.cells, (long)out.w * h, 1);
        on_itself(in, out, 0);
        on_itself(in, out, 1);
        thin(in, in);
        show("in", in.cells, (long)w * h, 1);
        free(in.cells);
        free(out.cells);
    }
    return 0;
}
