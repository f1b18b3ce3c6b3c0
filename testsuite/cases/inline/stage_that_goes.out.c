// polycc: --parallel
/* A stage whose only call is inlined goes, with the array of the file that it has for itself; nothing is done to it before. */
#include "bits.h"

#define N 70

/* polycc: twice[i] -> twice; 1 cell instead of N */
static float twice = 0;

int main(void)
{
    static const int lengths[] = {0, 1, 2, 17, 70};
    for (int s = 0; s < 5; s++) {
        float in[N], out[N], *data = data_f32(2 * N, 3);
        memcpy(in, data, sizeof in);
        memcpy(out, data + N, sizeof out);
        { /* add */
            int n = lengths[s];
            if (!(n > N)) {
                #pragma omp parallel for if(n > 10000) private(twice)
                for (int i = 1; i < n; i++) {
                    twice = in[i] * 2;
                    out[i] += twice + in[i - 1];
                }
                #pragma omp parallel for if(n > 30000)
                for (int i = 1; i < n; i++)
                    out[i] -= in[i];
            }
        }
        show("out", out, N, sizeof *out);
        free(data);
    }
    return 0;
}
