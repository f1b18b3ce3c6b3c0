// polycc: --at h=100,w=64
// bytes: 51200 -> 512
// expect: contracted state
// expect: kept last
/* A state machine over rows: some cells change in a row, others keep what they have, which is a write that may not
   happen; `state` is written by both branches. */
#include "bits.h"

static void machine(int h, int w, double x[h][w], double y[h][w], double last[w])
{
    /* polycc: state[i][j] -> state[j]; w cells instead of h * w */
    double state[w];
#pragma scop
    for (int j = 0; j < w; j++)
        state[j] = 0;
    for (int i = 1; i < h; i++)
        for (int j = 0; j < w; j++) {
            if (x[i][j] > 0.25) {
                double gain = 0.5 * x[i][j];
                if (i % 2 == 0)
                    gain = -gain;
                state[j] = state[j] + gain;
            } else if (x[i][j] < -0.25)
                state[j] = -state[j];
            else
                state[j] = state[j];
            if (state[j] > 1)
                last[j] = i;
            y[i][j] = state[j];
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {9, 4}, {30, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *x = data_f64(h * w, 1), *y = data_f64(h * w, 2), *last = data_f64(w, 3);
        machine(h, w, (void *)x, (void *)y, last);
        show("y", y, h * w, sizeof *y);
        show("last", last, w, sizeof *last);
        free(x);
        free(y);
        free(last);
    }
    return 0;
}
