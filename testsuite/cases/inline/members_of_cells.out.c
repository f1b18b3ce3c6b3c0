/* Cells of a grid are structures: steps in time copy them whole, in arrays of the file; what is read of a picture is one of its members. */
#include <stdio.h>

#include "bits.h"

#define H 300
#define W 400

struct cell {
    float height;
    float speed;
};

/* polycc: then_height[i][j] -> then_height[i % 2][j]; 2 * W cells instead of H * W */
static float now_height[H][W], then_height[2][W];
/* polycc: then_speed[i][j] -> then_speed[i % 2][j]; 2 * W cells instead of H * W */
static float now_speed[H][W], then_speed[2][W];

struct color {
    int red, green, blue;
};

static void gray(int h, int w)
{
    /* polycc: picture_red[i][j] -> picture_red[j]; w cells instead of h * w */
    int picture_red[w], *line_red;
    /* polycc: picture_green[i][j] -> picture_green[j]; w cells instead of h * w */
    int picture_green[w], *line_green;
    /* polycc: picture_blue[i][j] -> picture_blue[j]; w cells instead of h * w */
    /* polycc: line_blue[i] -> line_blue[0]; 1 cell instead of w */
    int picture_blue[w], *line_blue;
    line_red = calloc(w, sizeof *line_red);
    line_green = calloc(w, sizeof *line_green);
    line_blue = malloc(sizeof(int));
    int *values = data_i32(h * w, 3, 200);
    if (!line_red || !line_green || !line_blue)
        return;
    long sum;
    sum = 0;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            picture_red[x] = values[y * w + x];
            picture_blue[x] = 255 - values[y * w + x];
            picture_green[x] = picture_blue[x];
        }
        for (int x = 0; x < w; x++) {
            line_red[x] = picture_red[x];
            line_green[x] = picture_green[x];
            line_blue[0] = picture_blue[x];
        }
        for (int x = 0; x < w; x++)
            sum += (line_red[x] + 2 * line_green[x]) * (x + y);
    }
    show("sum", &sum, 1, sizeof sum);
    free(values);
    free(line_red);
    free(line_green);
    free(line_blue);
}

int main(void)
{
    { /* waves */
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                now_height[y][x] = y == H / 2 && x == W / 3 ? 8 : 1;
                now_speed[y][x] = 0;
            }
        for (int t = 0; t < 5; t++) {
            float *then_speed_0 = then_speed[1], *then_speed_1 = then_speed[0];
            float *then_height_0 = then_height[1], *then_height_1 = then_height[0];
            for (int y = 1; y < H; y++) {
                if (y < H - 1)
                    for (int x = 1; x < W - 1; x++) {
                        float around = now_height[y - 1][x] + now_height[y + 1][x] + now_height[y][x - 1] + now_height[y][x + 1];
                        then_speed_0[x] = now_speed[y][x] + 0.1f * (around - 4 * now_height[y][x]);
                        then_height_0[x] = now_height[y][x] + then_speed_0[x];
                    }
                if (y >= 2)
                    for (int x = 1; x < W - 1; x++) {
                        now_height[y - 1][x] = then_height_1[x];
                        now_speed[y - 1][x] = then_speed_1[x];
                    }
                float *then_speed_next = then_speed_1;
                then_speed_1 = then_speed_0, then_speed_0 = then_speed_next;
                float *then_height_next = then_height_1;
                then_height_1 = then_height_0, then_height_0 = then_height_next;
            }
        }
        float all = 0;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                all += now_height[y][x] * (x + 1) + now_speed[y][x];
        show("all", &all, 1, sizeof all);
    }
    gray(3, 4);
    gray(60, 70);
    return 0;
}
