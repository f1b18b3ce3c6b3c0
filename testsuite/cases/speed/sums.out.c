// polycc: --optimize speed
/* Sums that wait for each of their additions, while a loop around them goes along rows: many grow at a time. A recursive filter needs its
   last result, integers don't wait, a few weights, a known number, are written out, and a sum over a row goes along it already: these stay. */
#include "bits.h"

static void filtered(int n, int taps, const double *restrict x, const double *restrict weight, double *restrict y)
{
    {
        /* polycc: sum[i % 512], versions by i; 512 cells */
        double sum[512];
        for (long t = 0; t < (long)n; t += 512) {
            int last = n - 1 < t + 511 ? n - 1 : t + 511;
            for (int i = t; i <= last; i++)
                sum[i - t] = 0;
            for (int k = 0; k <= (n - 1 < (taps - 1 < t + 511 ? taps - 1 : t + 511) ? n - 1 : (taps - 1 < t + 511 ? taps - 1 : t + 511)); k++)
                for (int i = t > k ? t : k; i <= last; i++)
                    sum[i - t] += weight[k] * x[i - k];
            for (int i = t; i <= last; i++)
                y[i] = sum[i - t];
        }
    }
}

static void correlated(int lags, int n, const float *restrict x, float *restrict r)
{
    for (long t = 0; t < (long)lags; t += 512) {
        for (int lag = t; lag <= (lags - 1 < t + 511 ? lags - 1 : t + 511); lag++)
            r[lag] = 0;
        for (int i = 0; i < n - t; i++)
            for (int lag = t; lag <= (lags - 1 < (t + 511 < n - i - 1 ? t + 511 : n - i - 1) ? lags - 1 : (t + 511 < n - i - 1 ? t + 511 : n - i - 1)); lag++)
                r[lag] += x[i] * x[i + lag];
    }
}

static void weighed(int w, int h, int r, const float *restrict in, const float *restrict weight, float *restrict out)
{
    for (int y = r; y < h - r; y++)
        {
            /* polycc: sum[i % 512], versions by x; 512 cells */
            float sum[512];
            for (long t = 512 * ((long)r < 0 ? -((511 - (long)r) / 512) : (long)r / 512); t < (long)w - (long)r; t += 512) {
                int last = w - r - 1 < t + 511 ? w - r - 1 : t + 511;
                for (int x = r > t ? r : t; x <= last; x++)
                    sum[x - t] = 0;
                for (int v = -r; v <= r; v++)
                    for (int u = -r; u <= r; u++)
                        for (int x = r > t ? r : t; x <= last; x++)
                            sum[x - t] += weight[(r + v) * (2 * r + 1) + r + u] * in[(v + y) * w + u + x];
                for (int x = r > t ? r : t; x <= last; x++)
                    out[(w * y) + x] = sum[x - t] > 0 ? sum[x - t] : 0;
            }
        }
}

/* The loops over the weights of a channel stay inside, as they are. */
static void layer(int n, int channels, int filters, const float in[restrict channels][n + 2][n + 2],
                  const float weight[restrict filters][channels][3][3], const float *restrict bias, float out[restrict filters][n][n])
{
    {
        /* polycc: sum[i % 512], versions by x; 512 cells */
        float sum[512];
        for (int f = 0; f < filters; f++)
            for (int y = 0; y < n; y++) {
                for (long t = 0; t < (long)n; t += 512) {
                    int last = n - 1 < t + 511 ? n - 1 : t + 511;
                    for (int x = t; x <= last; x++)
                        sum[x - t] = bias[f];
                    for (int c = 0; c < channels; c++)
                        for (int x = t; x <= last; x++)
                            for (int v = 0; v < 3; v++)
                                for (int u = 0; u < 3; u++)
                                    sum[x - t] += weight[f][c][v][u] * in[c][y + v][x + u];
                    for (int x = t; x <= last; x++)
                        out[f][y][x] = sum[x - t];
                }
            }
    }
}

/* The variable is used in front of the loops, too, so an array of its own takes its place there. */
static double first_and_all(int n, int taps, const double *restrict x, const double *restrict weight, double *restrict y)
{
    double sum, first;
    sum = weight[0] + weight[1];
    first = sum;
    {
        /* polycc: sum_versions[i % 512], versions by i; 512 cells */
        double sum_versions[512];
        for (long t = 0; t < (long)n - (long)taps; t += 512) {
            int last = n - taps - 1 < t + 511 ? n - taps - 1 : t + 511;
            for (int i = t; i <= last; i++)
                sum_versions[i - t] = 0;
            for (int k = 0; k < taps; k++)
                for (int i = t; i <= last; i++)
                    sum_versions[i - t] += weight[k] * x[i + k];
            for (int i = t; i <= last; i++)
                y[i] = sum_versions[i - t];
        }
    }
    return first;
}

static void recursive(int n, int taps, const double *restrict x, const double *restrict weight, double *restrict y)
{
    for (int i = taps; i < n; i++) {
        double sum = x[i];
        for (int k = 1; k < taps; k++)
            sum -= weight[k] * y[i - k];
        y[i] = sum;
    }
}

static void counted(int n, int taps, const int *restrict x, const int *restrict weight, int *restrict y)
{
    for (int i = 0; i < n - taps; i++) {
        int sum = 0;
        for (int k = 0; k < taps; k++)
            sum += weight[k] * x[i + k];
        y[i] = sum;
    }
}

static void smoothed(int n, const double *restrict x, const double *restrict weight, double *restrict y)
{
    for (int i = 0; i < n - 5; i++) {
        double sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weight[k] * x[i + k];
        y[i] = sum;
    }
}

static void times_vector(int n, const double a[restrict n][n], const double *restrict x, double *restrict y)
{
    {
        /* polycc: sum[i % 3], versions by i; 3 cells */
        double sum[3];
        for (long t = 0; t < (long)n; t += 3) {
            if (t < n - 2) {
                sum[0] = 0;
                sum[1] = 0;
                sum[2] = 0;
                for (int j = 0; j < n; j++) {
                    sum[0] += a[t][j] * x[j];
                    sum[1] += a[t + 1][j] * x[j];
                    sum[2] += a[t + 2][j] * x[j];
                }
                y[t] = sum[0];
                y[t + 1] = sum[1];
                y[t + 2] = sum[2];
            }
            else
                for (int i = t; i < n; i++) {
                    sum[i - t] = 0;
                    for (int j = 0; j < n; j++)
                        sum[i - t] += a[i][j] * x[j];
                    y[i] = sum[i - t];
                }
        }
    }
}

int main(void)
{
    enum { N = 1100, TAPS = 21, W = 530, H = 9, R = 2, SIDE = 23, CHANNELS = 3, FILTERS = 2 };
    static double *x, *weight, *y, *matrix;
    static float *in, *kernel, *out, *r;
    static int *numbers, *factors, *results;
    if (x == NULL) {
        x = data_f64(N, 1), weight = data_f64(TAPS, 2), y = data_f64(N, 3), matrix = data_f64(90 * 90, 4);
        in = data_f32(W * H, 5), kernel = data_f32(CHANNELS * FILTERS * 9 + 25, 6), out = data_f32(W * H, 7), r = data_f32(70, 8);
        numbers = data_i32(N, 9, 99), factors = data_i32(TAPS, 10, 9), results = data_i32(N, 11, 9);
    }
    for (int n = 0; n <= N; n = n < 3 ? n + 1 : n == 3 ? 511 : n < 513 ? n + 1 : n == 513 ? N : N + 1) {
        filtered(n, TAPS, x, weight, y);
        show("y", y, N, sizeof *y);
        double first = first_and_all(n, TAPS, x, weight, y);
        show("first", &first, 1, sizeof first);
        show("y", y, N, sizeof *y);
        recursive(n, TAPS, x, weight, y);
        show("y", y, N, sizeof *y);
        smoothed(n, x, weight, y);
        show("y", y, N, sizeof *y);
        counted(n, TAPS, numbers, factors, results);
        show("results", results, N, sizeof *results);
    }
    correlated(70, W * H, in, r);
    show("r", r, 70, sizeof *r);
    weighed(W, H, R, in, kernel, out);
    show("out", out, W * H, sizeof *out);
    layer(SIDE, CHANNELS, FILTERS, (void *)in, (void *)kernel, r, (void *)out);
    show("out", out, W * H, sizeof *out);
    times_vector(90, (void *)matrix, x, y);
    show("y", y, N, sizeof *y);
    return 0;
}
