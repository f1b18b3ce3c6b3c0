// polycc: --at n=5,m=5
// bytes: 1936 -> 1232
// expect: contracted t0
// expect: kept t1
/* All of t1 is alive at once. Its width is piecewise, and an affine bound for it exists that is small only at
   sizes that the arguments rule out: it must not become the modulus. */
#include <stdio.h>
#include <string.h>
static void kernel(int n, int m, double in[restrict 40][40], double out[restrict 40][40]) {
    double t0[n + 6][m + 6], t1[n + 6][m + 6];
#pragma polycc schedule { S0[i,j] -> [-i + 0, j + 0]; S1[i,j] -> [-i + 2, j + 3]; S2[i,j] -> [2i + 6, j + 6] }
#pragma scop
    for (int i = 0; i < n + 6; i++)
        for (int j = 0; j < m + 6; j++)
            t0[i][j] = in[i][j] * 2 - i + 0.5 * j;
    for (int i = 2; i < n + 6; i++)
        for (int j = 0; j < m + 4; j++)
            t1[i][j] = t0[i - 0][j + 1] + t0[i][j] * (j + 1);
    for (int i = 2; i < n + 4; i++)
        for (int j = 1; j < m + 3; j++)
            out[i][j] += t1[i][j - 1] - t1[i][j + 1];
#pragma endscop
}
static double in[40][40], out[40][40];
int main(void) {
    for (int n = 1; n < 12; n += 3)
        for (int m = 1; m < 12; m += 2) {
            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) { in[i][j] = (i * 37 + j * 11) % 19 - 7.5; out[i][j] = i; }
            kernel(n, m, in, out);
            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) { unsigned long long b; memcpy(&b, &out[i][j], 8); printf("%llx\n", b); }
        }
    return 0;
}
