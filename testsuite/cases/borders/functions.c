/* Conditions in functions that the loop calls: the copy does what these do, and the loop itself goes on calling them. */
#include "bits.h"

#define N 40

struct image {
    int width, height;
    float *data;
};

static float pixel(const struct image *image, int x, int y)
{
    if (x < 0 || y < 0 || x >= image->width || y >= image->height)
        return 0;
    return image->data[y * image->width + x];
}

static int clamp(int v, int low, int high)
{
    if (v < low)
        return low;
    if (v > high)
        return high;
    return v;
}

static void sobel(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            float across = pixel(in, x + 1, y) - pixel(in, x - 1, y);
            float down = pixel(in, x, y + 1) - pixel(in, x, y - 1);
            out->data[y * out->width + x] = across * across + down * down;
        }
}

static void blur(const struct image *in, struct image *out)
{
    int w = in->width, h = in->height;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += in->data[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)];
            out->data[y * w + x] = sum / 9;
        }
}

static int grid[N][N], next[N][N];

static int neighbours(int i, int j)
{
    int count = 0;
    for (int a = i - 1; a <= i + 1; a++)
        for (int b = j - 1; b <= j + 1; b++) {
            if (a == i && b == j)
                continue;
            if (a >= 0 && a < N && b >= 0 && b < N && grid[a][b])
                count++;
        }
    return count;
}

static void step(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int count = neighbours(i, j);
            if (grid[i][j])
                next[i][j] = count == 2 || count == 3;
            else
                next[i][j] = count == 3;
        }
}

static void run(int width, int height)
{
    struct image in = {width, height, data_f32(width * height, 3)};
    struct image out = {width, height, block(width * height, sizeof(float))};
    sobel(&in, &out);
    show("sobel", out.data, width * height, sizeof(float));
    blur(&in, &out);
    show("blur", out.data, width * height, sizeof(float));
    free(in.data);
    free(out.data);
}

int main(void)
{
    int *random = data_i32(N * N, 3, 3);
    for (int i = 0; i < N * N; i++)
        grid[i / N][i % N] = random[i] == 0;
    step();
    show("next", next, N * N, sizeof **next);
    free(random);
    static const int sizes[][2] = {{0, 0}, {1, 1}, {1, 3}, {2, 2}, {5, 3}, {41, 30}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k][0], sizes[k][1]);
    return 0;
}
