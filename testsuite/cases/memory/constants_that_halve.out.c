// polycc: --scops auto --optimize memory
// bytes: 900 -> 16
/* Constants that depend on one another: at other sizes, one by one, the program would leave its arrays, so it is run with its own. */
#include "bits.h"

static void pyramid(const float in[restrict 300], float out[restrict 75])
{
    /* polycc: u[i] -> u[i % 2]; 2 cells instead of 150 */
    /* polycc: v[i] -> v[i % 2]; 2 cells instead of 75 */
    float u[2], v[2];
    for (int i = 0; i < 150; i++) {
        u[i % 2] = in[2 * i] + in[2 * i + 1];
        if ((i + 1) % 2 == 0) {
            v[(i - 1) / 2 % 2] = u[2 * ((i - 1) / 2) % 2] - u[(2 * ((i - 1) / 2) + 1) % 2];
            if (i >= 3)
                out[(i - 1) / 2] = v[(i - 1) / 2 % 2] * v[((i - 1) / 2 - 1) % 2];
        }
    }
}

int main(void)
{
    float *in = data_f32(300, 3), *out = data_f32(75, 4);
    pyramid(in, out);
    show("out", out, 75, sizeof *out);
    free(in);
    free(out);
    return 0;
}
