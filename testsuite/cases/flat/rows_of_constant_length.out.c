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
/* polycc: smooth[i * W + j] -> smooth[(i % 3) * W + j]; 3 * W cells instead of H * W */
/* polycc: strength[i * W + j] -> strength[j]; W cells instead of H * W */
static float smooth[3 * W], strength[W];

static double warmth(int steps)
{
    int nx = NX, ny = NY, nz = NZ, plane = ny * nz, all = nx * plane;
    /* polycc: next[(i * NY + j) * (NY + 4) + k] -> next[((i % 2) * NY + j) * (NY + 4) + k]; 2 * NY * (NY + 4) cells instead of (NY + 2) * NY * (NY + 4) */
    double *now = malloc(all * sizeof *now), *next = malloc(sizeof(double) * 2 * NY * (NY + 4)), sum = 0;
    for (int i_0 = 0; i_0 <= NY + 1; i_0++)
        for (int i_1 = 0; i_1 < NY; i_1++)
            for (int i_2 = 0; i_2 <= NY + 3; i_2++)
                now[(i_0 * NY + i_1) * (NY + 4) + i_2] = ((i_0 * NY + i_1) * (NY + 4) + i_2) % 13;
    for (int t = 0; t < steps; t++)
        for (int x = 1; x <= NY + 1; x++) {
            if (x <= NY)
                for (int y = 1; y < NY - 1; y++) {
                    double *next_row = &next[((x % 2) * NY + y) * (NY + 4)];
                    for (int z = 1; z <= NY + 2; z++)
                        next_row[z] = (now[((x - 1) * NY + y) * (NY + 4) + z] + now[((x + 1) * NY + y) * (NY + 4) + z] + now[(x * NY + y - 1) * (NY + 4) + z + 1] + now[(x * NY + y + 1) * (NY + 4) + z - 1]) * 0.25;
                }
            if (x >= 2)
                for (int y = 1; y < NY - 1; y++) {
                    const double *next_row = &next[(((x - 1) % 2) * NY + y) * (NY + 4)];
                    for (int z = 1; z <= NY + 2; z++)
                        now[((x - 1) * NY + y) * (NY + 4) + z] = next_row[z];
                }
        }
    for (int i_0 = 0; i_0 <= NY + 1; i_0++)
        for (int i_1 = 0; i_1 < NY; i_1++)
            for (int i_2 = 0; i_2 <= NY + 3; i_2++)
                sum = sum * 0.5 + now[(i_0 * NY + i_1) * (NY + 4) + i_2];
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
    /* polycc: mean[i * w + j] -> mean[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *mean = malloc(sizeof(float) * 3 * w);
    double sum = 0;
    {
        for (int i = 0; i < 300 * h; i++)
            frame.data[i] = i % 255;
        float *mean_0 = &mean[0], *mean_1 = &mean[2 * w], *mean_2 = &mean[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < 299; x++)
                mean_0[x] = (frame.data[300 * y + x - 1] + frame.data[300 * y + x] + frame.data[300 * y + x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < 299; x++)
                    sum = sum * 0.75 + mean_2[x] + mean_1[x] + mean_0[x];
            float *mean_next = mean_2;
            mean_2 = mean_1, mean_1 = mean_0, mean_0 = mean_next;
        }
    }
    free(mean);
    free(frame.data);
    return sum;
}

int main(void)
{
    uint32_t state = 7;
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)next_random(&state);
    {
        float *smooth_0 = &smooth[W], *smooth_1 = &smooth[0], *smooth_2 = &smooth[2 * W];
        for (int y = 1; y < H - 1; y++) {
            for (int x = 1; x < W - 1; x++) {
                /* edges */
                float sum = 0;
                for (int dy = -1; dy < 2; dy++)
                    for (int dx = -1; dx < 2; dx++)
                        sum += in[(dy + y) * W + dx + x];
                smooth_0[x] = sum / 9;
            }
            if (y >= 3) {
                for (int x = 2; x < W - 2; x++) {
                    float across = smooth_2[x + 1] - smooth_2[x - 1] + smooth_0[x + 1] - smooth_0[x - 1];
                    float down = smooth_0[x - 1] - smooth_2[x - 1] + smooth_0[x + 1] - smooth_2[x + 1];
                    strength[x] = across * across + down * down;
                }
                for (int x = 2; x < W - 2; x++)
                    out[(y - 1) * W + x] = strength[x] > 100 ? 255 : 0;
            }
            float *smooth_next = smooth_2;
            smooth_2 = smooth_1, smooth_1 = smooth_0, smooth_0 = smooth_next;
        }
    }
    show("out", out, W * H, 1);
    double mean = means();
    show("mean", &mean, 1, sizeof mean);
    for (int steps = 0; steps < 4; steps++) {
        double sum = warmth(steps);
        show("warmth", &sum, 1, sizeof sum);
    }
    return 0;
}
