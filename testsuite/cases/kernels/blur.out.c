// polycc: --at h=20,w=30
// bytes: 2400 -> 360
// expect: contracted row
/* Separable 3x3 box blur. The schedule lets the second pass follow the first one row behind:
   three rows are alive at once. */
#include "bits.h"

static void blur(int h, int w, float in[h][w], float out[h][w])
{
    /* polycc: row[i][j] -> row[i % 3][j]; 3 * w cells instead of h * w */
    float row[3][w];
#pragma scop
    {
        float *row_0 = row[0], *row_1 = row[2], *row_2 = row[1];
        for (int i = 0; i < h; i++) {
            for (int j = 1; j < w - 1; j++)
                row_0[j] = in[i][j - 1] + in[i][j] + in[i][j + 1];
            if (i >= 2)
                for (int j = 1; j < w - 1; j++)
                    out[i - 1][j] = (row_2[j] + row_1[j] + row_0[j]) / 9.0f;
            float *row_next = row_2;
            row_2 = row_1, row_1 = row_0, row_0 = row_next;
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {1, 7}, {7, 2}, {4, 5}, {9, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32(h * w, 38), *out = data_f32(h * w, 39);
        blur(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
