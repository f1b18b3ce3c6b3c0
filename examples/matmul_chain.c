/* polycc matmul_chain.c -o matmul_chain.polycc.c
   out = (A B) C. In the order of the program a row of the product AB is complete when the second
   product uses it: look at `ab` in the output, one row. Sizes are macros here. */
#include <stdio.h>

#define N 120

static double a[N][N], b[N][N], c[N][N], out[N][N];

static void chain(void)
{
    double ab[N][N];
#pragma scop
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            ab[i][j] = 0;
            for (int k = 0; k < N; k++)
                ab[i][j] += a[i][k] * b[k][j];
        }
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++)
                out[i][j] += ab[i][k] * c[k][j];
        }
    }
#pragma endscop
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 13;
            b[i][j] = (3 * i + j) % 11;
            c[i][j] = (i * j) % 7;
        }
    chain();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += out[i][j] * (i - j);
    printf("%a\n", sum);
    return 0;
}
