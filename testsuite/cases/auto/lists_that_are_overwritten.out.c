// polycc: --optimize speed
// expect: scalarized row
// expect: contracted frame
/* Lists of values that nobody reads, since all cells are written first; where some are read, they stay. */
#include "bits.h"

#define N 100

static double partly(int n)
{
    /* polycc: attributed[i] -> attributed[i % 2]; 2 cells instead of 64 */
    double kept[64] = {1, 2, 3}, attributed[2] __attribute__((aligned(16))), sum = 0;
    for (int i = 0; i <= 63; i++) {
        if (i < 60)
            kept[i] += i;
        sum += kept[i];
    }
    for (int i = 0; i <= 63; i++) {
        attributed[i % 2] = n * i;
        if (i >= 1)
            sum = sum * 0.5 + attributed[i % 2] * attributed[(i - 1) % 2];
    }
    return sum;
}

/* a list with an effect */
static int calls;

static int next(void)
{
    return ++calls;
}

static int counted(void)
{
    int numbers[48] = {next(), next()}, sum = 0;
    for (int i = 0; i < 48; i++)
        numbers[i] = i * calls;
    for (int i = 0; i < 48; i++)
        sum += numbers[i];
    return sum;
}

int main(void)
{
    /* polycc: frame[i][j] -> frame[i % 2][j]; 2 * N cells instead of N * N */
    double frame[2][N];
    for (int k = 0; k < 3; k++) {
        /* polycc: row[i] -> row; 1 cell instead of N */
        int row = 0;
        for (int i = 0; i < N; i++) {
            double *frame_0 = frame[i % 2];
            row = i * k;
            for (int j = 0; j < N; j++)
                frame_0[j] = row + j;
            if (i >= 1)
                printf("%g %g\n", frame[(i - 1) % 2][3], frame_0[4]);
        }
    }
    printf("%.17g %d %d\n", partly(3), counted(), calls);
    return 0;
}
