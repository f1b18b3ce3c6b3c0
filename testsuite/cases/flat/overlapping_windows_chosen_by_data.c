// polycc: --cache 64,128,256
// expect: contracted weighted
/* Data decide which cells of a window are read, and windows are longer than the way between them: what must be apart is all that
   may be read. */
#include "bits.h"

#define LENGTH 6

static void pick(const float *in, const unsigned char *mask, int rows, int step, float *out)
{
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
