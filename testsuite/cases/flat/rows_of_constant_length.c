// expect: contracted smooth
// expect: contracted strength
// expect: contracted next
// expect: contracted mean
/* Planes and blocks in arrays of one dimension whose sizes are numbers: neighbours on the diagonals, three dimensions, and loops that go
   through all of an array by one counter; also where variables hold the sizes. */
#include "bits.h"

#define W 320
#define H 240
#define NX 24
#define NY 22
#define NZ 26

static unsigned char in[W * H], out[W * H];
static float smooth[W * H], strength[W * H];

static void edges(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += in[(y + dy) * W + x + dx];
            smooth[y * W + x] = sum / 9;
        }
    for (int y = 2; y < H - 2; y++)
        for (int x = 2; x < W - 2; x++) {
            float across = smooth[(y - 1) * W + x + 1] - smooth[(y - 1) * W + x - 1] + smooth[(y + 1) * W + x + 1] - smooth[(y + 1) * W + x - 1];
            float down = smooth[(y + 1) * W + x - 1] - smooth[(y - 1) * W + x - 1] + smooth[(y + 1) * W + x + 1] - smooth[(y - 1) * W + x + 1];
            strength[y * W + x] = across * across + down * down;
        }
    for (int y = 2; y < H - 2; y++)
        for (int x = 2; x < W - 2; x++)
            out[y * W + x] = strength[y * W + x] > 100 ? 255 : 0;
}

static double warmth(int steps)
{
    int nx = NX, ny = NY, nz = NZ, plane = ny * nz, all = nx * plane;
    double *now = malloc(all * sizeof *now), *next = malloc(all * sizeof *next), sum = 0;
    for (int i = 0; i < all; i++)
        now[i] = i % 13;
    for (int t = 0; t < steps; t++) {
        for (int x = 1; x < nx - 1; x++)
            for (int y = 1; y < ny - 1; y++)
                for (int z = 1; z < nz - 1; z++)
                    next[x * plane + y * nz + z] = (now[(x - 1) * plane + y * nz + z] + now[(x + 1) * plane + y * nz + z] + now[x * plane + (y - 1) * nz + z + 1] + now[x * plane + (y + 1) * nz + z - 1]) * 0.25;
        for (int x = 1; x < nx - 1; x++)
            for (int y = 1; y < ny - 1; y++)
                for (int z = 1; z < nz - 1; z++)
                    now[x * plane + y * nz + z] = next[x * plane + y * nz + z];
    }
    for (int i = 0; i < all; i++)
        sum = sum * 0.5 + now[i];
    free(now);
    free(next);
    return sum;
}

/* The sizes are numbers that variables hold, and members. */
static double means(void)
{
    struct { int width, height; float *data; } frame = {300, 200, NULL};
    int w, h;
    w = frame.width;
    h = frame.height;
    frame.data = malloc(frame.width * frame.height * sizeof *frame.data);
    float *mean = malloc(w * h * sizeof *mean);
    double sum = 0;
    for (int i = 0; i < frame.width * frame.height; i++)
        frame.data[i] = i % 255;
    for (int y = 0; y < h; y++)
        for (int x = 1; x + 1 < w; x++)
            mean[y * w + x] = (frame.data[y * frame.width + x - 1] + frame.data[y * frame.width + x] + frame.data[y * frame.width + x + 1]) / 3;
    for (int y = 1; y + 1 < h; y++)
        for (int x = 1; x + 1 < w; x++)
            sum = sum * 0.75 + mean[(y - 1) * w + x] + mean[y * w + x] + mean[(y + 1) * w + x];
    free(mean);
    free(frame.data);
    return sum;
}

int main(void)
{
    uint32_t state = 7;
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)next_random(&state);
    edges();
    show("out", out, W * H, 1);
    double mean = means();
    show("mean", &mean, 1, sizeof mean);
    for (int steps = 0; steps < 4; steps++) {
        double sum = warmth(steps);
        show("warmth", &sum, 1, sizeof sum);
    }
    return 0;
}
