// polycc: --scops auto --optimize memory
// bytes: 900 -> 16
/* Constants that depend on one another: at other sizes, one by one, the program would leave its arrays, so it is run with its own. */
#include "bits.h"

static void pyramid(const float in[restrict 300], float out[restrict 75])
{
    float u[150], v[75];
    for (int i = 0; i < 150; i++)
        u[i] = in[2 * i] + in[2 * i + 1];
    for (int i = 0; i < 75; i++)
        v[i] = u[2 * i] - u[2 * i + 1];
    for (int i = 1; i < 75; i++)
        out[i] = v[i] * v[i - 1];
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
