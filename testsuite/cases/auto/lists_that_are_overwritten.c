// polycc: --optimize speed
// expect: scalarized row
// expect: contracted frame
/* Lists of values that nobody reads, since all cells are written first; where some are read, they stay. */
#include "bits.h"

#define N 100

static double partly(int n)
{
    double kept[64] = {1, 2, 3}, attributed[64] __attribute__((aligned(16))) = {0}, sum = 0;
    for (int i = 0; i < 60; i++)
        kept[i] += i;
    for (int i = 0; i < 64; i++)
        sum += kept[i];
    for (int i = 0; i < 64; i++)
        attributed[i] = n * i;
    for (int i = 1; i < 64; i++)
        sum = sum * 0.5 + attributed[i] * attributed[i - 1];
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
    double frame[N][N] = {{0}};
    for (int k = 0; k < 3; k++) {
        int row[N] = {0, /* and so on */};
        for (int i = 0; i < N; i++)
            row[i] = i * k;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                frame[i][j] = row[i] + j;
        for (int i = 0; i < N - 1; i++)
            printf("%g %g\n", frame[i][3], frame[i + 1][4]);
    }
    printf("%.17g %d %d\n", partly(3), counted(), calls);
    return 0;
}
