// polycc: --tile=4
/* Tiles between `if` and `else`, and in loops without braces: loops over tiles get conditions of their own, which no
   `else` may fall to. */
#include "bits.h"
#include "each_size.h"

static void shift(int n, int m, int back, int a[restrict n][m], const int b[restrict n][m])
{
    if (back)
#pragma polycc isolate
        for (int i = 1; i < n; i++)
            for (int j = 1; j < m; j++)
                a[i][j] += b[i - 1][j - 1];
    else
        a[0][0]++;
    for (int t = 0; t < 2; t++)
#pragma polycc isolate
        for (int i = n - 2; i >= 0; i--)
            for (int j = 0; j < m; j += 3)
                a[i][j] = a[i + 1][j] ^ t;
}

int main(void)
{
    each_width(n) each_width(m) {
        for (int back = 0; back < 2; back++) {
            int *a = data_i32(n * m, 1, 100), *b = data_i32(n * m, 2, 100);
            shift(n, m, back, (int(*)[m])a, (const int(*)[m])b);
            show("a", a, n * m, sizeof *a);
            free(a);
            free(b);
        }
    }
    return 0;
}
