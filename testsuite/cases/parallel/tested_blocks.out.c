// polycc: --parallel --optimize speed
/* A block that the program tests where it obtains it is each thread's own in a chunk; so is one that comes zeroed and is written first. */
#include "bits.h"

#define W 400
#define H 300

int main(void)
{
    short *in = data_i16(W * H, 1, 1000);
    /* polycc: each thread has its own wide */
    int *wide = malloc(sizeof *wide);
    /* polycc: each thread has its own sums */
    int(*sums)[W] = malloc(sizeof *sums);
    /* polycc: each thread has its own twice */
    int *out = malloc(sizeof(int) * W * H), *twice;

    twice = malloc(sizeof *twice);
    if (!wide || sums == NULL || !out || !twice)
        return 1;
    #pragma omp parallel for
    for (int chunk = 0; chunk < H; chunk += 32) {
        /* polycc: wide[400 * i + j] -> wide[j]; 400 cells instead of H * 400 */
        int wide[400];
        /* polycc: sums[i][j] -> sums[i % 2][j]; 800 cells instead of H * 400 */
        int sums[2][400];
        /* polycc: twice[400 * i + j] -> twice[j]; 400 cells instead of H * 400 */
        int twice[400];
        int *sums_0 = sums[0], *sums_1 = sums[1];
        for (int y = chunk > 1 ? chunk - 1 : 0; y < H && y < chunk + 32; y++) {
            for (int x = 0; x < 400; x++)
                wide[x] = in[400 * y + x] * 3;
            for (int x = 0; x < 400; x++)
                sums_0[x] = wide[x] + (x > 0 ? wide[x - 1] : 0);
            if (y >= chunk) {
                for (int x = 0; x < 400; x++)
                    twice[x] = 2 * sums_0[x] + 1;
                for (int x = 0; x < 400; x++)
                    out[400 * y + x] = twice[x] + (y > 0 ? sums_1[x] : 0);
            }
            int *sums_next = sums_1;
            sums_1 = sums_0, sums_0 = sums_next;
        }
    }
    show("out", out, W * H, sizeof *out);
    free(in);
    free(wide);
    free(sums);
    free(out);
    free(twice);
    return 0;
}
