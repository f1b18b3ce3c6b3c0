// polycc:
// expect: contracted light
// expect: contracted soft
/* Loops that count in `while`, as older code does: with a counter that is declared in front, or that the loop declares. */
#include "bits.h"

#define W 400
#define H 300

/* polycc: light[i][j] -> light[i % 3][j]; 3 * W cells instead of H * W */
/* polycc: soft[i][j] -> soft[j]; W cells instead of H * W */
static float light[3][W], soft[W];

static float soften(int sharp)
{
    int y = 0, x;
    float most = 0;
    {
        float *light_0 = light[0], *light_1 = light[2], *light_2 = light[1];
        for (y = 0; y < H; y++) {
            for (x = 0; x < W; x++)
                light_0[x] = (float)((x * 5 + y * 11) % 101);
            if (y >= 2) {
                const float *light_rows[3] = {light[(y - 2) % 3], light[(y - 1) % 3], light[y % 3]};
                for (int at = 1; at < W - 1; at++) {
                    float sum = 0;
                    for (int dy = -1; dy < 2; dy++)
                        for (int dx = -1; dx < 2; dx++)
                            sum += light_rows[dy + 1][at + dx];
                    soft[at] = sum / 9;
                }
                for (x = 1; x < W - 1; x++) {
                    float edge = sharp * (light_1[x] - soft[x]);
                    most = edge > most ? edge : most;
                }
            }
            float *light_next = light_2;
            light_2 = light_1, light_1 = light_0, light_0 = light_next;
        }
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
