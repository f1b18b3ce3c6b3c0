/* Windows that are cut at the border, or see its cells again: radii that are numbers, or known at run time only. */
#include "bits.h"

#define WIDTH 64
#define HEIGHT 48
#define AT(y, x) ((y) * WIDTH + (x))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(v, low, high) MIN(MAX(v, low), high)

static unsigned char image[HEIGHT * WIDTH], blurred[HEIGHT * WIDTH];

static void blur(void)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            /* polycc: away from the borders nothing is tested */
            if (y >= 1 && y < HEIGHT - 1 && x >= 1 && x < WIDTH - 1) {
                for (; x < WIDTH - 1; x++) {
                    int sum = 0;
                    for (int dy = -1; dy <= 1; dy++)
                        for (int dx = -1; dx <= 1; dx++)
                            sum += image[((y + dy) * 64 + (x + dx))];
                    blurred[AT(y, x)] = sum / 9;
                }
            }
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += image[AT(CLAMP(y + dy, 0, HEIGHT - 1), CLAMP(x + dx, 0, WIDTH - 1))];
            blurred[AT(y, x)] = sum / 9;
        }
}

/* polycc: `box_apart` is `box` for memory that doesn't overlap */
static void box_apart(int h, int w, int radius, const double *in, double *out)
{
    {
        /* polycc: sum[i % 512], versions by x; 512 cells */
        double sum[512];
        /* polycc: count[i % 512], versions by x; 512 cells */
        int count[512];
        for (int y = 0; y < h; y++) {
            for (long t = 0; t < (long)w; t += 512) {
                int last = radius < w - t - 1 ? radius : w - t - 1;
                for (int x = t; x <= (w - 1 < t + 511 ? w - 1 : t + 511); x++) {
                    sum[x - t] = 0;
                    count[x - t] = 0;
                }
                for (int j = -radius > -y ? -radius : -y; j <= (radius < h - y - 1 ? radius : h - y - 1); j++)
                    for (int i = 1 - w > (-radius > -t - 511 ? -radius : -t - 511) ? 1 - w : (-radius > -t - 511 ? -radius : -t - 511); i <= last; i++)
                        for (int x = t > -i ? t : -i; x <= (w - 1 < (t + 511 < w - i - 1 ? t + 511 : w - i - 1) ? w - 1 : (t + 511 < w - i - 1 ? t + 511 : w - i - 1)); x++) {
                            sum[x - t] += in[(j + y) * w + i + x];
                            count[x - t]++;
                        }
                for (int x = t; x <= (w - 1 < t + 511 ? w - 1 : t + 511); x++) {
                    if (count[x - t] > 0)
                        out[y * (long)w + x] = sum[x - t] / count[x - t];
                }
            }
        }
    }
}

static void box(int h, int w, int radius, const double *in, double *out)
{
    /* polycc: `box_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        box_apart(h, w, radius, in, out);
        return;
    }
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            double sum = 0;
            int count = 0;
            for (int j = -radius; j <= radius; j++)
                for (int i = -radius; i <= radius; i++) {
                    int yy = y + j, xx = x + i;
                    if (yy < 0 || yy >= h || xx < 0 || xx >= w)
                        continue;
                    sum += in[yy * w + xx];
                    count++;
                }
            if (count > 0)
                out[y * w + x] = sum / count;
        }
    }
}

static void convolve(int h, int w, int k, const double *in, const double *kernel, int *out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            /* polycc: away from the borders nothing is tested */
            if (y >= k / 2 && k - k / 2 - 1 >= 0 && y < h - (k - k / 2 - 1) && x >= k / 2 && x < w - (k - k / 2 - 1)) {
                for (; x < w - (k - k / 2 - 1); x++) {
                    int sum = 0;
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) {
                            int yy = y + i - k / 2;
                            int xx = x + j - k / 2;
                            sum += (int)(8 * in[yy * w + xx] * kernel[i * k + j]);
                        }
                    out[y * w + x] = sum;
                }
                if (!(x < w))
                    break;
            }
            int sum = 0;
            for (int i = 0; i < k; i++)
                for (int j = 0; j < k; j++) {
                    int yy = y + i - k / 2;
                    int xx = x + j - k / 2;
                    if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                        sum += (int)(8 * in[yy * w + xx] * kernel[i * k + j]);
                }
            out[y * w + x] = sum;
        }
}

static void run(int h, int w, int radius)
{
    double *in = data_f64((long)h * w, 3), *kernel = data_f64(81, 5), *out = block((long)h * w, sizeof *out);
    int *whole = block((long)h * w, sizeof *whole);
    box(h, w, radius, in, out);
    show("out", out, h * w, sizeof *out);
    convolve(h, w, 2 * radius, in, kernel, whole);
    show("whole", whole, h * w, sizeof *whole);
    free(in);
    free(kernel);
    free(out);
    free(whole);
}

int main(void)
{
    int *random = data_i32(HEIGHT * WIDTH, 3, 256);
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        image[i] = random[i];
    blur();
    show("blurred", blurred, HEIGHT * WIDTH, sizeof *blurred);
    free(random);
    static const int sizes[][3] = {{0, 0, 1}, {1, 1, 1}, {2, 3, 1}, {4, 5, 2}, {9, 3, 4}, {8, 8, 4}, {30, 41, 2}, {33, 40, 0}, {7, 9, -1}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k][0], sizes[k][1], sizes[k][2]);
    return 0;
}
