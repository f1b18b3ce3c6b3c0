// polycc: --optimize memory
/* `static` tables of `main` start as zeros, which the program reads and the new text writes. */
#include <stdio.h>

#define N 7
#define M 12

int main(void)
{
    static int best[N + 1][M + 1], sum[N + 1][M + 1];
    int size[N];
    for (int i = 0; i < N; i++)
        size[i] = i * 3 % 5;
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= M; j++)
            best[i][j] = (best[i - 1][j - 1] * 3 + best[i - 1][j] + i) % 1009;
    for (int j = 0; j <= M; j++)
        printf("%d ", best[N][j]);
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= M; j++) {
            sum[i][j] = sum[i - 1][j];
            if (j > size[i - 1])
                sum[i][j] += sum[i - 1][j - 1 - size[i - 1]] * 3 + i;
        }
    for (int j = 0; j <= M; j++)
        printf("%d\n", sum[N][j]);
    return 0;
}
