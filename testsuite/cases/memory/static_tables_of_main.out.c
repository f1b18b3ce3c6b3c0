// polycc: --optimize memory
/* `static` tables of `main` start as zeros, which the program reads and the new text writes. */
#include <stdio.h>

#define N 7
#define M 12

int main(void)
{
    /* polycc: best[i][j] -> best[(i - j + 12) % 14]; 14 cells instead of 104 */
    /* polycc: sum[i][j] -> sum[i % 2][j]; 26 cells instead of 104 */
    static int best[14], sum[2][13];
    /* polycc: size[i] -> size; 1 cell instead of 7 */
    int size = 0;
    {
        for (int j = 0; j < 13; j++)
            best[(12 - j) % 14] = 0;
        for (int i = 0; i < 8; i++) {
            best[(i + 12) % 14] = 0;
            if (i >= 1)
                for (int j = 1; j < 13; j++)
                    best[(i - j + 12) % 14] = (best[(i - j + 12) % 14] * 3 + best[(i - j + 11) % 14] + i) % 1009;
        }
        for (int j = 0; j < 13; j++)
            sum[0][j] = 0;
        int *sum_0 = sum[0], *sum_1 = sum[1];
        for (int i = 0; i < 8; i++) {
            sum_0[0] = 0;
            if (i >= 1) {
                size = (i - 1) * 3 % 5;
                for (int j = 1; j < 13; j++) {
                    sum_0[j] = sum_1[j];
                    if (j > size)
                        sum_0[j] += sum_1[j - 1 - size] * 3 + i;
                }
            }
            int *sum_next = sum_1;
            sum_1 = sum_0, sum_0 = sum_next;
        }
        for (int j = 0; j < 13; j++)
            printf("%d ", best[(19 - j) % 14]);
        for (int j = 0; j < 13; j++)
            printf("%d\n", sum[1][j]);
    }
    return 0;
}
