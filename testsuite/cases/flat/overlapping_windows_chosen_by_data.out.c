// polycc: --cache 64,128,256
// expect: contracted weighted
/* Data decide which cells of a window are read, and windows are longer than the way between them: what must be apart is all that
   may be read. */
#include "bits.h"

#define LENGTH 6

/* polycc: `pick_apart` is `pick` for sizes as they should be, in memory that doesn't overlap */
static void pick_apart(const float *in, const unsigned char *mask, int rows, int step, float *out)
{
    /* polycc: weighted[6 * i + j] -> weighted[j]; 6 cells instead of rows * 6 */
    float *weighted = malloc(sizeof(float[6]));
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < 6; x++)
            weighted[x] = mask[x] > 1 ? in[y * (long)step + x] * mask[x] : 0;
        float sum = 0;
        for (int x = 0; x < 6; x++)
            sum += weighted[x];
        out[y] = sum;
    }
    free(weighted);
}

static void pick(const float *in, const unsigned char *mask, int rows, int step, float *out)
{
    /* polycc: `pick_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)step >= 0) && ((const char *)(mask + 6) <= (const char *)out || (const char *)(out + (long)rows) <= (const char *)mask) && ((const char *)(in + (((long)rows - 1) * (long)step + 6)) <= (const char *)out || (const char *)(out + (long)rows) <= (const char *)in), 1)) {
        pick_apart(in, mask, rows, step, out);
        return;
    }
    float *weighted = malloc(rows * LENGTH * sizeof(float));
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < LENGTH; x++)
            weighted[y * LENGTH + x] = mask[x] > 1 ? in[y * step + x] * mask[x] : 0;
    for (int y = 0; y < rows; y++) {
        float sum = 0;
        for (int x = 0; x < LENGTH; x++)
            sum += weighted[y * LENGTH + x];
        out[y] = sum;
    }
    free(weighted);
}

int main(void)
{
    for (int step = 0; step <= 7; step++)
        for (int rows = 0; rows <= 12; rows += 4) {
            int end = 20 + step * (rows - 1) + LENGTH;
            int starts[] = {0, 20 - rows, 20 - rows + 1, 20, end - 2, end - 1, end};
            for (int s = 0; s < 7; s++) {
                float *m = data_f32(200, 3);
                unsigned char *mask = data_u8(LENGTH, 5, 4);
                pick(m + 20, mask, rows, step, m + starts[s]);
                show("m", m, 200, sizeof *m);
                free(m);
                free(mask);
            }
        }
    return 0;
}
