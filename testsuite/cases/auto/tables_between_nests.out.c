// polycc: --optimize speed
// expect: contracted t
/* Constants are declared where they are used, between nests and in loops: new text declares them before all else. One is used behind. */
#include "bits.h"

static void kernel(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * w cells instead of h * w */
    float t[2][w];
    const float parts[] = {
        0.5f,
        0.25f,
        sizeof(float) / 64.0f,
    };
    {
        static const signed char steps[2][3] = {{-1, 0, 1}, {'\1', (signed char)2, -3}};
        float plain[2] = {1, 2};
        float *t_0 = t[0], *t_1 = t[1];
        for (int y = 0; y < h; y++) {
            const signed char *steps_0 = steps[y % 2];
            for (int x = 0; x < w; x++)
                t_0[x] = in[y][x] * steps_0[x % 3];
            for (int x = 0; x < w; x++)
                out[y][x] = t_0[x] * parts[x % 3] + (y > 0 ? t_1[x] * parts[2] : plain[x % 2]);
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    out[0][0] += parts[1] + sizeof parts;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 23};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s] + 1, h = sizes[s];
        float *in = data_f32(w * h, 3), *out = data_f32(w * h, 5);
        kernel(w, h, (void *)in, (void *)out);
        show("out", out, w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
