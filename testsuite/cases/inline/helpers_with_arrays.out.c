// expect: contracted image
// expect: contracted smooth
/* Functions that compute a value by an array of their own, with ends in all branches of an `if`, and windows that a variable steps
   through. */
#include "bits.h"
#define H 60
#define W 80

/* polycc: image[i][j] -> image[i % 3][j]; 240 cells instead of H * 80 */
/* polycc: smooth[i][j] -> smooth[i % 3][j]; 240 cells instead of H * 80 */
static int image[3][80], smooth[3][80], edges[H][W];

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
    {
        int v[9];
        int t;
        int c[3];
        int *smooth_0 = smooth[2], *smooth_1 = smooth[1], *smooth_2 = smooth[0];
        for (y = 0; y < H; y++) {
            int *image_0 = image[y % 3];
            for (x = 0; x < 80; x++)
                image_0[x] = sign(in[80 * y + x]);
            if (y >= 2) {
                for (x = 1; x < 79; x++) {
                    for (k = y - 2; k <= y; k++)
                        for (l = x - 1; l <= x + 1; l++)
                            v[3 * k + l - x - 3 * y + 7] = image[k % 3][l];
                    for (k = 0; k < 8; k++)
                        for (l = k + 1; l < 9; l++) {
                            if (v[k] > v[l]) {
                                t = v[k];
                                v[k] = v[l];
                                v[l] = t;
                            }
                        }
                    smooth_0[x] = v[4];
                }
                if (y >= 4)
                    for (x = 2; x < 78; x++) {
                        /* clipped */
                        c[0] = smooth_2[x];
                        c[1] = smooth_1[x] * 2;
                        c[2] = smooth_0[x];
                        int sum = c[0] - c[1] + c[2];
                        int clipped_value;
                        if (sum > 255) {
                            clipped_value = 255;
                        } else {
                        if (sum < 0) {
                            clipped_value = 0;
                        } else {
                        clipped_value = sum;
                        }
                        }
                        edges[y - 2][x] = clipped_value;
                    }
            }
            int *smooth_next = smooth_2;
            smooth_2 = smooth_1, smooth_1 = smooth_0, smooth_0 = smooth_next;
        }
    }
    show("edges", edges, H * W, sizeof(int));
    free(in);
    return 0;
}
