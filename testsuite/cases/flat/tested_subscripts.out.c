// polycc: --optimize speed
/* Frames of a constant size in arrays of one dimension, whose borders conditions keep away: below a test that leaves, or one that is met, a sum of
   counters is in its row, so that rows are rows. Where nothing keeps a pixel in its row, cells are cells. */
#include "bits.h"

#define W 64
#define H 40

static void averaged(const unsigned char *restrict in, unsigned char *restrict out)
{
    /* polycc: twice[64 * i + j] -> twice[64 * (i % 3) + j]; 192 cells instead of H * 64 */
    /* polycc: mean[64 * i + j] -> mean[64 * (i % 3) + j]; 192 cells instead of H * 64 */
    static unsigned char twice[192], mean[192];
    {
        unsigned char *mean_0 = &mean[128], *mean_1 = &mean[64], *mean_2 = &mean[0];
        for (int y = 0; y <= H + 1; y++) {
            if (y < H) {
                unsigned char *twice_0 = &twice[64 * (y % 3)];
                for (int x = 0; x < 64; x++)
                    twice_0[x] = in[64 * y + x] / 2;
            }
            if (y >= 1 && y <= H) {
                for (int x = 0; x < 64 && (x < 1 || y < 2 || y >= H); x++) {
                    int sum = 0;
                    int n = 0;
                    for (int dy = -1 > 1 - y ? -1 : 1 - y; dy < 2 && dy <= H - y; dy++)
                        for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx <= 63 - x; dx++) {
                            sum += twice[64 * ((dy + y - 1) % 3) + dx + x];
                            n++;
                        }
                    mean_0[x] = sum / n;
                }
                if (y >= 2 && y < H) {
                    const unsigned char *twice_rows[3] = {&twice[64 * ((y - 2) % 3)], &twice[64 * ((y - 1) % 3)], &twice[64 * (y % 3)]};
                    for (int x = 1; x < 63; x++) {
                        int sum = 0;
                        int n = 0;
                        for (int dy = -1; dy < 2; dy++)
                            for (int dx = -1; dx < 2; dx++) {
                                sum += twice_rows[dy + 1][dx + x];
                                n++;
                            }
                        mean_0[x] = sum / n;
                    }
                    for (int x = 63; x < 64; x++) {
                        int sum = 0;
                        int n = 0;
                        for (int dy = -1 > 1 - y ? -1 : 1 - y; dy < 2 && dy <= H - y; dy++)
                            for (int dx = -1 > -x ? -1 : -x; dx < 2 && dx <= 63 - x; dx++) {
                                sum += twice_rows[dy + 1][dx + x];
                                n++;
                            }
                        mean_0[x] = sum / n;
                    }
                }
            }
            if (y >= 2) {
                if (y >= 3 && y <= H) {
                    out[64 * y - 128] = 0;
                    for (int x = 1; x < 63; x++)
                        out[64 * y + x - 128] = abs(mean_2[x + 1] - mean_0[x - 1]);
                }
                else if (y == H + 1) {
                    for (int x = 0; x < 63; x++)
                        out[64 * H + x - 64] = 0;
                }
                else
                    for (int x = 0; x < 63; x++)
                        out[x] = 0;
                out[64 * y - 65] = 0;
            }
            unsigned char *mean_next = mean_2;
            mean_2 = mean_1, mean_1 = mean_0, mean_0 = mean_next;
        }
    }
}

static void guarded(const int *restrict in, int *restrict out)
{
    /* polycc: row[64 * i + j] -> row[j]; 64 cells instead of H * 64 */
    int *row = malloc(sizeof(int[64]));
    for (int i = 0; i < H; i++) {
        for (int j = 0; j < 64; j++)
            row[j] = in[64 * i + j] * 3;
        for (int j = 0; j < 64 && j < 2; j++) {
            int sum = 0;
            for (int k = -2 > -j ? -2 : -j; k < 3 && k <= 63 - j; k++)
                sum += row[j + k];
            out[64 * i + j] = sum;
        }
        for (int j = 2; j < 62; j++) {
            int sum = 0;
            for (int k = -2; k < 3; k++)
                sum += row[j + k];
            out[64 * i + j] = sum;
        }
        for (int j = 62; j < 64; j++) {
            int sum = 0;
            for (int k = -2 > -j ? -2 : -j; k < 3 && k <= 63 - j; k++)
                sum += row[j + k];
            out[64 * i + j] = sum;
        }
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
        for (int j = 0; j < W; j++) {
            /* polycc: away from the borders nothing is tested */
            if (j >= 6) {
                for (; j < W; j++) {
                    out[i * W + j] = row[i * W + j] - row[i * W + j - 1];
                }
                break;
            }
            if (j != 5)
                out[i * W + j] = row[i * W + j] - row[i * W + j - 1];
        }
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
