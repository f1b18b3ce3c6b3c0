/* Cells of a grid are structures: steps in time copy them whole, in arrays of the file; what is read of a picture is one of its members. */
#include <stdio.h>

#include "bits.h"

#define H 300
#define W 400

struct cell {
    float height;
    float speed;
};

static struct cell now[H][W], then[H][W];

struct color {
    int red, green, blue;
};

static void waves(int steps)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            now[y][x].height = y == H / 2 && x == W / 3 ? 8 : 1;
            now[y][x].speed = 0;
        }
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++) {
                float around = now[y - 1][x].height + now[y + 1][x].height + now[y][x - 1].height + now[y][x + 1].height;
                then[y][x].speed = now[y][x].speed + 0.1f * (around - 4 * now[y][x].height);
                then[y][x].height = now[y][x].height + then[y][x].speed;
            }
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                now[y][x] = then[y][x];
    }
    float all = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            all += now[y][x].height * (x + 1) + now[y][x].speed;
    show("all", &all, 1, sizeof all);
}

static void gray(int h, int w)
{
    struct color picture[h][w], *line;
    line = calloc(w, sizeof *line);
    int *values = data_i32(h * w, 3, 200);
    if (!line)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            picture[y][x].red = values[y * w + x];
            picture[y][x].green = picture[y][x].blue = 255 - values[y * w + x];
        }
    long sum = 0;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            line[x] = picture[y][x];
        for (int x = 0; x < w; x++)
            sum += (line[x].red + 2 * line[x].green) * (x + y);
    }
    show("sum", &sum, 1, sizeof sum);
    free(values);
    free(line);
}

int main(void)
{
    waves(5);
    gray(3, 4);
    gray(60, 70);
    return 0;
}
