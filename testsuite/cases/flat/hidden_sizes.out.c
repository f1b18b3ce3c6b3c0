// polycc: --optimize speed
/* Variables of inner blocks are called what sizes are that new text names: they get other names there, and where the text of a loop stays, it
   becomes a new one. */
#include "bits.h"

static void averaged(int w, int h, const int *restrict in, int *restrict out)
{
    int W = w, H = h;
    /* polycc: t[i * W + j] -> t[j]; W cells instead of H * W */
    int *t = malloc(sizeof(int[W]));
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            int w_2 = in[y * W + x];
            t[x] = w_2 * w_2 + 3;
        }
        for (int x = 0; x < w && x < 1; x++) {
            int w_3 = 0;
            int h_2 = 1;
            for (int d = -1 > -x ? -1 : -x; d < 2 && d < w - x; d++) {
                w_3 += t[d + x];
                h_2++;
            }
            out[y * W + x] = w_3 / h_2;
        }
        for (int x = 1; x < w - 1; x++) {
            int w_3 = 0;
            int h_2 = 1;
            for (int d = -1; d < 2; d++) {
                w_3 += t[d + x];
                h_2++;
            }
            out[y * W + x] = w_3 / h_2;
        }
        for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++) {
            int w_3 = 0;
            int h_2 = 1;
            for (int d = -1 > -x ? -1 : -x; d < 2 && d < w - x; d++) {
                w_3 += t[d + x];
                h_2++;
            }
            out[y * W + x] = w_3 / h_2;
        }
    }
    free(t);
    out[0] += H;
}

static void row_by_row(int n, int rows, double in[rows][n], double *restrict out)
{
    int N = n;
    /* polycc: t[i * N + j] -> t[j]; N cells instead of rows * N */
    double *t = malloc(sizeof(double[N]));
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < N; j++) {
            double n = in[i][j];
            t[j] = n / 2;
        }
        double n = 0;
        for (int j = 0; j < N; j++)
            n += t[j] * t[N - j - 1];
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
