// polycc: --parallel --optimize speed --at h=4096,w=4096
/* Two passes over whole frames, fused by rows, in chunks: each thread has three rows of the first pass, and computes those
   again that the rows before its own need. */
#include "bits.h"

void blur(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
#pragma scop
    #pragma omp parallel for if(1.0 * h * w > 10000)
    for (int chunk = 0; chunk < h; chunk += 64) {
        /* polycc: t[i][j] -> t[i % 3][j]; 3 * w cells instead of h * w */
        float (*t)[w] = malloc(sizeof(float[3][w]));
        float *t_0 = t[0], *t_1 = t[2], *t_2 = t[1];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < h && y < chunk + 64; y++) {
            for (int x = 1; x < w - 1; x++)
                t_0[x] = in[y][x - 1] + 2 * in[y][x] + in[y][x + 1];
            if (y >= 2 && y >= chunk)
                for (int x = 1; x < w - 1; x++)
                    out[y - 1][x] = (t_2[x] + 2 * t_1[x] + t_0[x]) / 16;
            float *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
        }
        free(t);
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 3}, {1, 1}, {2, 3}, {5, 4}, {17, 9}, {127, 4}, {128, 5}, {129, 4}, {132, 3}, {300, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 1), *out = data_f32(h * w, 2);
        blur(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
