// expect: contracted rough
// expect: contracted sharpen_tmp
// expect: contracted tmp
// says: `draw`, `halve`, `sharpen`: inlined here
/* Stages that obtain what they need themselves, and call it the same: all blocks are obtained before the loops, under different names. */
#include "bits.h"

static float run(int w, int h)
{
    float sum = -1;
    /* polycc: rough[i * (long)w + j] -> rough[j]; w cells instead of h * w */
    float *rough = NULL, *row = NULL;
    if (w < 1 || h < 1)
        return -2;
    row = calloc(w, sizeof *row);
    rough = malloc(sizeof(float[w]));
    if (!row || !rough)
        goto end;
    /* polycc: tmp[i * (long)w + j] -> tmp[j]; w cells instead of h * w */
    float *tmp = malloc(sizeof(float[w]));
    if (!tmp) goto end;
    /* polycc: sharpen_tmp[i * (long)w + j] -> sharpen_tmp[(i % 2) * (long)w + j]; 2 * w cells instead of h * w */
    float *sharpen_tmp = malloc(sizeof(float) * 2 * w);
    if (!sharpen_tmp) goto end;
    {
        float *sharpen_tmp_0 = &sharpen_tmp[0], *sharpen_tmp_1 = &sharpen_tmp[(long)w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                /* draw */
                rough[x] = (float)((x * 7 + y * 13) % 32);
            for (int x = 0; x < w; x++)
                /* halve */
                tmp[x] = rough[x] / 2;
            for (int x = 0; x < w; x++)
                rough[x] = tmp[x] + 1;
            for (int x = 1; x < w; x++)
                /* sharpen */
                sharpen_tmp_0[x] = rough[x] - rough[x - 1];
            if (y >= 1)
                for (int x = 1; x < w; x++)
                    row[x] += sharpen_tmp_0[x] * sharpen_tmp_1[x];
            float *sharpen_tmp_next = sharpen_tmp_1;
            sharpen_tmp_1 = sharpen_tmp_0, sharpen_tmp_0 = sharpen_tmp_next;
        }
        sum = 0;
        for (int x = 0; x < w; x++)
            sum += row[x];
    }
    free(tmp);
    free(sharpen_tmp);
end:
    free(row);
    free(rough);
    return sum;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        float result = run(sizes[s], sizes[(s + 1) % (sizeof sizes / sizeof *sizes)]);
        show("result", &result, 1, sizeof result);
    }
    return 0;
}
