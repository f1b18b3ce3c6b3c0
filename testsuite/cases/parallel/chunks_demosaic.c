// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Colours from a Bayer mosaic (red at even rows and columns, blue at odd ones): green along the smaller gradient, then
   red and blue as differences to it. */
#include "bits.h"
#include <math.h>

void demosaic(int h, int w, const float (*restrict in)[w], float (*restrict red)[w],
                     float (*restrict green)[w], float (*restrict blue)[w])
{
    float (*g)[w] = malloc(sizeof(float[h][w]));
    float (*difference)[w] = malloc(sizeof(float[h][w]));
    float (*dr)[w] = malloc(sizeof(float[h][w]));
    float (*db)[w] = malloc(sizeof(float[h][w]));
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            if ((y + x) % 2 == 1) {
                g[y][x] = in[y][x];
            } else {
                float across = fabsf(in[y][x - 1] - in[y][x + 1]), down = fabsf(in[y - 1][x] - in[y + 1][x]);
                if (across < down)
                    g[y][x] = 0.5f * (in[y][x - 1] + in[y][x + 1]);
                else
                    g[y][x] = 0.5f * (in[y - 1][x] + in[y + 1][x]);
            }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            difference[y][x] = in[y][x] - g[y][x];
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++) {
            float corners = 0.25f * (difference[y - 1][x - 1] + difference[y - 1][x + 1]
                                     + difference[y + 1][x - 1] + difference[y + 1][x + 1]);
            float sides = 0.5f * (difference[y][x - 1] + difference[y][x + 1]);
            float ends = 0.5f * (difference[y - 1][x] + difference[y + 1][x]);
            dr[y][x] = y % 2 == 0 ? x % 2 == 0 ? difference[y][x] : sides : x % 2 == 0 ? ends : corners;
            db[y][x] = y % 2 == 0 ? x % 2 == 0 ? corners : ends : x % 2 == 0 ? sides : difference[y][x];
        }
    for (int y = 3; y < h - 3; y++)
        for (int x = 3; x < w - 3; x++) {
            red[y][x] = g[y][x] + dr[y][x];
            green[y][x] = g[y][x];
            blue[y][x] = g[y][x] + db[y][x];
        }
    free(g);
    free(difference);
    free(dr);
    free(db);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 7}, {17, 9}, {64, 8}, {66, 9}, {67, 10}, {140, 11}};
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
