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
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += image[AT(CLAMP(y + dy, 0, HEIGHT - 1), CLAMP(x + dx, 0, WIDTH - 1))];
            blurred[AT(y, x)] = sum / 9;
        }
}

static void box(int h, int w, int radius, const double *in, double *out)
{
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
