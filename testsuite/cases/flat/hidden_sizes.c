// polycc: --optimize speed
/* Variables of inner blocks are called what sizes are that new text names: they get other names there, and where the text of a loop stays, it
   becomes a new one. */
#include "bits.h"

static void averaged(int w, int h, const int *restrict in, int *restrict out)
{
    int W = w, H = h;
    int *t = malloc(W * H * sizeof(int));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int w = in[y * W + x];
            t[y * W + x] = w * w + 3;
        }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int w = 0, h = 1;
            for (int d = -1; d <= 1; d++) {
                if (x + d < 0 || x + d >= W)
                    continue;
                w += t[y * W + x + d];
                h++;
            }
            out[y * W + x] = w / h;
        }
    free(t);
    out[0] += H;
}

static void row_by_row(int n, int rows, double in[rows][n], double *restrict out)
{
    int N = n;
    double *t = malloc(rows * N * sizeof(double));
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < N; j++) {
            double n = in[i][j];
            t[i * N + j] = n / 2;
        }
        double n = 0;
        for (int j = 0; j < N; j++)
            n += t[i * N + j] * t[i * N + N - 1 - j];
        out[i] = n;
    }
    free(t);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 2}, {80, 3}, {3, 90}};
    for (int k = 0; k < 5; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        int *in = data_i32(w * h, k, 100), *out = block(w * h, sizeof *out);
        double *v = data_f64(w * h, k), *sums = block(h, sizeof *sums);
        averaged(w, h, in, out);
        show("averaged", out, w * h, sizeof *out);
        row_by_row(w, h, (double (*)[w])v, sums);
        show("row_by_row", sums, h, sizeof *sums);
        free(in), free(out), free(v), free(sums);
    }
    return 0;
}
