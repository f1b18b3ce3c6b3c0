// expect: contracted image
// expect: contracted smooth
/* Functions that compute a value by an array of their own, with ends in all branches of an `if`, and windows that a variable steps
   through. */
#include "bits.h"
#define H 60
#define W 80

static int image[H][W], smooth[H][W], edges[H][W];

static int clipped(int v[H][W], int y, int x)
{
    int c[3], sum;
    c[0] = v[y - 1][x];
    c[1] = v[y][x] * 2;
    c[2] = v[y + 1][x];
    sum = c[0] - c[1] + c[2];
    if (sum > 255)
        return 255;
    else if (sum < 0) {
        return 0;
    } else
        return sum;
}

static int sign(int value)
{
    if (value > 100) {
        value -= 100;
        return value / 2;
    } else {
        if (value == 7)
            return -1;
    }
    return value & 15;
}

int main(void)
{
    int *in = data_i32(H * W, 5, 256);
    int y, x, k, l;
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++)
            image[y][x] = sign(in[y * W + x]);
    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++) {
            int v[9], m = 0, t;
            for (k = y - 1; k <= y + 1; k++)
                for (l = x - 1; l <= x + 1; l++)
                    v[m++] = image[k][l];
            for (k = 0; k < 8; k++)
                for (l = k + 1; l < 9; l++)
                    if (v[k] > v[l]) {
                        t = v[k];
                        v[k] = v[l];
                        v[l] = t;
                    }
            smooth[y][x] = v[4];
        }
    for (y = 2; y < H - 2; y++)
        for (x = 2; x < W - 2; x++)
            edges[y][x] = clipped(smooth, y, x);
    show("edges", edges, H * W, sizeof(int));
    free(in);
    return 0;
}
