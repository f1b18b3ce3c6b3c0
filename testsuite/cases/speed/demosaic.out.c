// polycc: --at h=4096,w=4096
/* Colours from a Bayer mosaic (red at even rows and columns, blue at odd ones): green along the smaller gradient, then
   red and blue as differences to it. */
#include "bits.h"
#include <math.h>

void demosaic(int h, int w, const float (*restrict in)[w], float (*restrict red)[w],
                     float (*restrict green)[w], float (*restrict blue)[w])
{
    /* polycc: g[i][j] -> g[i % 2][j]; 2 * w cells instead of h * w */
    float (*g)[w] = malloc(sizeof(float[2][w]));
    /* polycc: difference[i][j] -> difference[i % 3][j]; 3 * w cells instead of h * w */
    float (*difference)[w] = malloc(sizeof(float[3][w]));
    /* polycc: dr[i][j] -> dr[j]; w cells instead of h * w */
    float *dr = malloc(sizeof(float[w]));
    /* polycc: db[i][j] -> db[j]; w cells instead of h * w */
    float *db = malloc(sizeof(float[w]));
    if (w >= 5) {
        float *g_0 = g[0], *g_1 = g[1];
        float *difference_0 = difference[2], *difference_1 = difference[1], *difference_2 = difference[0];
        for (int y = 2; y < h - 2; y++) {
            for (int x = 2 - y % 2; x < w - 2; x += 2) {
                if (x >= 2) {
                    float across = fabsf(in[y][x - 1] - in[y][x + 1]);
                    float down = fabsf(in[y - 1][x] - in[y + 1][x]);
                    if (across < down)
                        g_0[x] = 0.5f * (in[y][x - 1] + in[y][x + 1]);
                    else
                        g_0[x] = 0.5f * (in[y - 1][x] + in[y + 1][x]);
                }
                if (x < w - 3)
                    g_0[x + 1] = in[y][x + 1];
            }
            for (int x = 2; x < w - 2; x++)
                difference_0[x] = in[y][x] - g_0[x];
            if (y >= 4) {
                for (int x = 3; x < w - 3; x++) {
                    float corners = 0.25f * (difference_2[x - 1] + difference_2[x + 1] + difference_0[x - 1] + difference_0[x + 1]);
                    float sides = 0.5f * (difference_1[x - 1] + difference_1[x + 1]);
                    float ends = 0.5f * (difference_2[x] + difference_0[x]);
                    dr[x] = (y - 1) % 2 == 0 ? x % 2 == 0 ? difference_1[x] : sides : x % 2 == 0 ? ends : corners;
                    db[x] = (y - 1) % 2 == 0 ? x % 2 == 0 ? corners : ends : x % 2 == 0 ? sides : difference_1[x];
                }
                for (int x = 3; x < w - 3; x++) {
                    red[y - 1][x] = g_1[x] + dr[x];
                    green[y - 1][x] = g_1[x];
                    blue[y - 1][x] = g_1[x] + db[x];
                }
            }
            float *g_next = g_1;
            g_1 = g_0, g_0 = g_next;
            float *difference_next = difference_2;
            difference_2 = difference_1, difference_1 = difference_0, difference_0 = difference_next;
        }
    }
    free(g);
    free(difference);
    free(dr);
    free(db);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 7}, {8, 13}, {17, 9}, {20, 23}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        long cells = (long)h * w;
        float *in = data_f32(cells, 1), *out = data_f32(3 * cells, 2);
        demosaic(h, w, (void *)in, (void *)out, (void *)(out + cells), (void *)(out + 2 * cells));
        show("out", out, 3 * cells, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
