// polycc: --parallel --optimize speed --at h=4096,w=4096
/* A blur and what it takes away, sharpened: fan-out and fan-in over four frames. */
#include "bits.h"

void unsharp(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
#pragma scop
    #pragma omp parallel for if(1.0 * h * w > 7000)
    for (int chunk = 0; chunk < h; chunk += 64) {
        /* polycc: rows[i][j] -> rows[i % 3][j]; 3 * w cells instead of h * w */
        float (*rows)[w] = malloc(sizeof(float[3][w]));
        /* polycc: soft[i][j] -> soft; 1 cell instead of h * w */
        float soft = 0;
        /* polycc: edge[i][j] -> edge; 1 cell instead of h * w */
        float edge = 0;
        float *rows_0 = rows[0], *rows_1 = rows[2], *rows_2 = rows[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < h && y < chunk + 64; y++) {
            for (int x = 1; x < w - 1; x++)
                rows_0[x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < w - 1; x++) {
                    soft = 0.25f * rows_2[x] + 0.5f * rows_1[x] + 0.25f * rows_0[x];
                    edge = in[y - 1][x] - soft;
                    out[y - 1][x] = soft + 1.5f * edge;
                }
            float *rows_next = rows_2;
            rows_2 = rows_1, rows_1 = rows_0, rows_0 = rows_next;
        }
        free(rows);
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {17, 9}, {63, 4}, {64, 6}, {65, 5}, {66, 7}, {200, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 1), *out = data_f32(h * w, 2);
        unsharp(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
