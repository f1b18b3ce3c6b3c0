// polycc:
// expect: contracted light
// expect: contracted soft
/* Loops that count in `while`, as older code does: with a counter that is declared in front, or that the loop declares. */
#include "bits.h"

#define W 400
#define H 300

static float light[H][W], soft[H][W];

static float soften(int sharp)
{
    int y = 0, x;
    float most = 0;
    while (y < H) {
        x = 0;
        while (x < W) {
            light[y][x] = (float)((x * 5 + y * 11) % 101);
            x++;
        }
        y++;
    }
    y = 1;
    while (y < H - 1) {
        int at = 1;
        while (at < W - 1) {
            float sum = 0;
            int dy = -1;
            while (dy <= 1) {
                int dx = -1;
                while (dx <= 1) {
                    sum += light[y + dy][at + dx];
                    dx += 1;
                }
                dy = dy + 1;
            }
            soft[y][at] = sum / 9;
            ++at;
        }
        y++;
    }
    y = 1;
    while (y < H - 1) {
        for (x = 1; x < W - 1;) {
            float edge = sharp * (light[y][x] - soft[y][x]);
            most = edge > most ? edge : most;
            x++;
        }
        y++;
    }
    return most;
}

int main(void)
{
    float most[2];
    most[0] = soften(1);
    most[1] = soften(3);
    show("most", most, 2, sizeof *most);
    return 0;
}
