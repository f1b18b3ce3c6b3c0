/* polycc gauss.c --at N=400,M=600 -o gauss.polycc.c
   The pragma fuses the two loops and lets the second follow two points behind. Look at `tmp` in
   the output: four cells, whatever N and M. Change the 2 to a 0 to see a schedule refused. */
#include <stdio.h>

static void gauss(int M, int N, int in[N][M], int out[N][M])
{
    int tmp[N][M];
#pragma scop
#pragma polycc schedule { S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            tmp[i][j] = 3 * in[i][j] - in[i - 1][j] - in[i + 1][j];
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            out[i][j] = 3 * tmp[i][j] - tmp[i][j - 1] - tmp[i][j + 1];
#pragma endscop
}

int main(void)
{
    static int in[400][600], out[400][600];
    long sum = 0;
    for (int i = 0; i < 400; i++)
        for (int j = 0; j < 600; j++)
            in[i][j] = (i * 31 + j * 17) % 256;
    gauss(600, 400, in, out);
    for (int i = 0; i < 400; i++)
        for (int j = 0; j < 600; j++)
            sum += (long)out[i][j] * (i + j);
    printf("%ld\n", sum);
    return 0;
}
