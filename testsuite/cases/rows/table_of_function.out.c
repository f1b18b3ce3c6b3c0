// expect: contracted tmp
/* Stages that get tables of rows, which a function of the file makes and another releases. */
#include "bits.h"

static float **new_rows(int h, int w)
{
    float **rows = malloc(h * sizeof(float *));
    if (!rows) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (int i = 0; i < h; i++) {
        rows[i] = malloc(w * sizeof(float));
        if (!rows[i]) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
    }
    return rows;
}

static void free_rows(float **rows, int h)
{
    for (int i = 0; i < h; i++)
        free(rows[i]);
    free(rows);
}

static void print(float **rows, int h, int w)
{
    for (int y = 0; y < h; y++)
        show("row", rows[y], w, sizeof *rows[y]);
}

static void blur(int h, int w)
{
    /* polycc: in[i][j] -> in[0][j]; w cells instead of h * w */
    float **in = new_rows(1, w);
    /* polycc: tmp[i][j] -> tmp[i % 3][j]; 3 * w cells instead of h * w */
    float **tmp = new_rows(3, w);
    float **out = new_rows(h, w);
    {
        float *tmp_0 = tmp[0], *tmp_1 = tmp[2], *tmp_2 = tmp[1];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                in[0][x] = (y * 31 + x * 17) % 101;
                out[y][x] = 0;
            }
            for (int x = 1; x < w - 1; x++)
                /* across */
                tmp_0[x] = (in[0][x - 1] + in[0][x] + in[0][x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* down */
                    out[y - 1][x] = (tmp_2[x] + tmp_1[x] + tmp_0[x]) / 3;
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    print(out, h, w);
    free_rows(in, 1);
    free_rows(tmp, 3);
    free_rows(out, h);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        blur(sizes[s], sizes[(s + 3) % (sizeof sizes / sizeof *sizes)]);
    return 0;
}
