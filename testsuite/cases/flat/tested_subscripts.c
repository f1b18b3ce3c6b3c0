// polycc: --optimize speed
/* Frames of a constant size in arrays of one dimension, whose borders conditions keep away: below a test that leaves, or one that is met, a sum of
   counters is in its row, so that rows are rows. Where nothing keeps a pixel in its row, cells are cells. */
#include "bits.h"

#define W 64
#define H 40

static void averaged(const unsigned char *restrict in, unsigned char *restrict out)
{
    static unsigned char twice[W * H], mean[W * H];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            twice[y * W + x] = in[y * W + x] / 2;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = 0, n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int yy = y + dy, xx = x + dx;
                    if (yy < 0 || yy >= H || xx < 0 || xx >= W)
                        continue;
                    sum += twice[yy * W + xx];
                    n++;
                }
            mean[y * W + x] = sum / n;
        }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            if (y == 0 || x == 0 || y == H - 1 || x == W - 1)
                out[y * W + x] = 0;
            else
                out[y * W + x] = abs(mean[(y - 1) * W + x + 1] - mean[(y + 1) * W + x - 1]);
        }
}

static void guarded(const int *restrict in, int *restrict out)
{
    int *row = malloc(W * H * sizeof *row);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            row[i * W + j] = in[i * W + j] * 3;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            int sum = 0;
            for (int k = -2; k <= 2; k++)
                if (j + k >= 0 && !(j + k > W - 1))
                    sum += row[i * W + j + k];
            out[i * W + j] = sum;
        }
    free(row);
}

/* the pixel in front of a row is the last one of the row before */
static void across_rows(const int *restrict in, int *restrict out)
{
    int *row = malloc(W * H * sizeof *row);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            row[i * W + j] = in[i * W + j] * 3;
    for (int i = 1; i < H; i++)
        for (int j = 0; j < W; j++)
            if (j != 5)
                out[i * W + j] = row[i * W + j] - row[i * W + j - 1];
    free(row);
}

int main(void)
{
    int *in = data_i32(W * H, 1, 256), *out = block(W * H, sizeof *out);
    unsigned char *bytes = block(W * H, 1), *result = block(W * H, 1);
    for (int i = 0; i < W * H; i++)
        bytes[i] = in[i];
    averaged(bytes, result);
    show("averaged", result, W * H, 1);
    guarded(in, out);
    show("guarded", out, W * H, sizeof *out);
    across_rows(in, out);
    show("across_rows", out, W * H, sizeof *out);
    free(in), free(out), free(bytes), free(result);
    return 0;
}
