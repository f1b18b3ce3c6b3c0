// expect: contracted t
/* Rows that lie one behind the other, in one block; the second function goes from one into the next. */
#include "bits.h"

static unsigned char **new_image(size_t rows, size_t columns)
{
    size_t r;
    unsigned char **p = (unsigned char **)malloc((rows + 1) * sizeof(unsigned char *));
    unsigned char *cells = (unsigned char *)malloc((rows + 1) * columns);
    if (p == NULL || cells == NULL)
        exit(1);
    for (r = 0; r < rows + 1; r++)
        p[r] = cells + r * columns;
    return p;
}

static void free_image(unsigned char **p)
{
    if (p == NULL)
        return;
    free(p[0]);
    free(p);
}

static void within(int h, int w, const unsigned char *restrict in, unsigned char *restrict out)
{
    /* polycc: t[i][j] -> t[i % 3][j]; 3 * w cells instead of h * w */
    unsigned char **t = malloc(3 * sizeof *t);
    unsigned char *cells = malloc(3 * w); /* those of t */
    for (int i = 0; i < 3; i++)
        t[i] = &cells[i * w];
    {
        unsigned char *t_0 = t[0], *t_1 = t[2], *t_2 = t[1];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = (in[y * w + x - 1] + in[y * w + x + 1]) / 2;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * w + x] = (t_2[x] + t_0[x]) / 2;
            unsigned char *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
    }
    free(cells);
    free(t);
}

static void across(int h, int w, const unsigned char *restrict in, unsigned char *restrict out)
{
    unsigned char **u = new_image(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            /* polycc: in variables, as long as nothing that is written lies over them */
            if ((const char *)&u[y][w] <= (const char *)&u[y] || (const char *)(&u[y] + 1) <= (const char *)&u[y][x]) {
                unsigned char *const u_row = u[y];
                for (; x < w; x++) {
                    u_row[x] = in[y * w + x] / 2;
                }
                break;
            }
            u[y][x] = in[y * w + x] / 2;
        }
    for (int y = 0; y + 1 < h; y++)
        for (int x = 0; x < w; x++) {
            /* polycc: in variables, as long as nothing that is written lies over them */
            if ((const char *)&out[y * w + w] <= (const char *)&u[y] || (const char *)(&u[y] + 1) <= (const char *)&out[y * w + x]) {
                unsigned char *const u_row = u[y];
                for (; x < w; x++) {
                    out[y * w + x] = u_row[x + w] + u_row[x];
                }
                break;
            }
            out[y * w + x] = u[y][x + w] + u[y][x];
        }
    free_image(u);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        unsigned char *in = data_u8((long)h * w, 7, 256), *out = data_u8((long)h * w, 8, 256);
        within(h, w, in, out);
        show("within", out, (long)h * w, sizeof *out);
        across(h, w, in, out);
        show("across", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
