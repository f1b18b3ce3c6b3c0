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
    int image[N][N], mean[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            image[i][j] = (i * 7 + j * 3) % 50;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0, count = 0;
            for (int a = i - 1; a <= i + 1; a++)
                for (int b = j - 1; b <= j + 1; b++)
                    if (a >= 0 && a < N && b >= 0 && b < N) {
                        sum += image[a][b];
                        count++;
                    }
            mean[i][j] = sum / count;
        }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%d ", mean[i][j]);
        printf("\n");
    }
}

static int sum(void)
{
    static int ones[LONG];
    int all = 0;
    for (int i = 0; i < LONG; i++)
        ones[i] = i & 7;
    for (int i = 0; i < LONG; i++)
        all = all + (ones[i] ^ 1);
    return all;
}

static void stencil(const float *restrict in, float *restrict out)
{
    float wave[LONG];
    for (int i = 0; i < LONG; i++)
        wave[i] = in[i] * 0.5f;
    for (int i = 1; i < LONG - 1; i++)
        out[i] = wave[i - 1] + wave[i + 1];
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
