// polycc: --scops auto
// expect: contracted image
// expect: contracted mean
// expect: scalarized ones
// expect: contracted wave
/* Rows of 16 cells are short, but printing them takes far longer; integers that are added make a vector loop still; a stencil that would be
 * no vector loop any more runs in strips. */
#include "bits.h"

#define N 16
#define LONG 100000

static void means(void)
{
    /* polycc: image[i][j] -> image[i % 3][j]; 48 cells instead of 256 */
    /* polycc: mean[i][j] -> mean[j]; 16 cells instead of 256 */
    int image[3][16], mean[16];
    for (int i = 0; i < 17; i++) {
        if (i < 16) {
            int *image_0 = image[i % 3];
            for (int j = 0; j < 16; j++)
                image_0[j] = (i * 7 + j * 3) % 50;
        }
        if (i >= 1) {
            for (int j = 0; j < 16 && (j < 1 || i < 2 || i >= 16); j++) {
                int sum = 0;
                int count = 0;
                for (int a = 0 > i - 2 ? 0 : i - 2; a < 16 && a <= i; a++)
                    for (int b = 0 > j - 1 ? 0 : j - 1; b < 16 && b <= j + 1; b++) {
                        sum += image[a % 3][b];
                        count++;
                    }
                mean[j] = sum / count;
            }
            if (i >= 2 && i < 16) {
                for (int j = 1; j < 15; j++) {
                    int sum = 0;
                    int count = 0;
                    for (int a = i - 2; a <= i; a++)
                        for (int b = j - 1; b <= j + 1; b++) {
                            sum += image[a % 3][b];
                            count++;
                        }
                    mean[j] = sum / count;
                }
                for (int j = 15; j < 16; j++) {
                    int sum = 0;
                    int count = 0;
                    for (int a = 0 > i - 2 ? 0 : i - 2; a < 16 && a <= i; a++)
                        for (int b = 0 > j - 1 ? 0 : j - 1; b < 16 && b <= j + 1; b++) {
                            sum += image[a % 3][b];
                            count++;
                        }
                    mean[j] = sum / count;
                }
            }
            for (int j = 0; j < 16; j++)
                printf("%d ", mean[j]);
            printf("\n");
        }
    }
}

static int sum(void)
{
    /* polycc: ones[i] -> ones; 1 cell instead of LONG */
    static int ones = 0;
    int all = 0;
    for (int i = 0; i < LONG; i++) {
        ones = i & 7;
        all = all + (ones ^ 1);
    }
    return all;
}

static void stencil(const float *restrict in, float *restrict out)
{
    /* polycc: wave[i] -> wave[i % 1026]; 1026 cells instead of LONG */
    float wave[1026];
    for (long t = 0; t < LONG; t += 1024) {
        for (int i = t; i <= (LONG - 1 < t + 1023 ? LONG - 1 : t + 1023); i++)
            wave[i - t + 2] = in[i] * 0.5f;
        for (int i = 2 > t ? 2 : t; i <= (LONG - 1 < t + 1023 ? LONG - 1 : t + 1023); i++)
            out[i - 1] = wave[i - t] + wave[i - t + 2];
        wave[0] = wave[1024];
        wave[1] = wave[1025];
    }
}

int main(void)
{
    means();
    printf("%d\n", sum());
    float *in = data_f32(LONG, 3), *out = data_f32(LONG, 4);
    stencil(in, out);
    show("out", out, 64, sizeof *out);
    free(in);
    free(out);
    return 0;
}
