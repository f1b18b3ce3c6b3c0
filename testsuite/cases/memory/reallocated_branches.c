// polycc: --memory reallocate --optimize memory --parallel
// expect: contracted state
/* All branches of a statement write one value; what the next statement reads may come from any of them. */
#include "bits.h"

static void machine(int h, int w, double x[restrict h][w], double y[restrict h][w])
{
    double state[h][w];
    for (int j = 0; j < w; j++)
        state[0][j] = 0;
    for (int i = 1; i < h; i++)
        for (int j = 0; j < w; j++) {
            if (x[i][j] > 0.25)
                state[i][j] = state[i - 1][j] + x[i][j];
            else if (x[i][j] < -0.25)
                state[i][j] = -state[i - 1][j];
            else
                state[i][j] = state[i - 1][j];
            y[i][j] = state[i][j];
        }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {9, 4}, {30, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        double *x = data_f64(h * w, 1), *y = data_f64(h * w, 2);
        machine(h, w, (void *)x, (void *)y);
        show("y", y, h * w, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
