// polycc: --at n=1000,m=1000
// expect: contracted d
/* A table whose rows have one cell more than the text has letters: the stride is a sum. That it is positive is known where a
   cell is touched, since the block has as many cells. The diagonal of a square matrix is no stride. */
#include "bits.h"

static void last_row(const char *restrict a, int n, const char *restrict b, int m, int *restrict row)
{
    /* polycc: d[i * (m + 1) + j] -> d[(i % 2) * (m + 1) + j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int *d = malloc(sizeof(int) * 2 * (m + 1));
    if (n >= 0 && m >= 0) {
        int *d_0 = &d[0], *d_1 = &d[m + 1];
        for (int i = 0; i <= n; i++) {
            d_0[0] = i;
            if (i == 1)
                for (int j = 0; j <= m; j++)
                    d[j] = j;
            if (i >= 1)
                for (int j = 1; j <= m; j++) {
                    int change = d_1[j - 1] + (a[i - 1] != b[j - 1]);
                    int insert = d_0[j - 1] + 1;
                    int leave = d_1[j] + 1;
                    int least = insert < leave ? insert : leave;
                    d_0[j] = change < least ? change : least;
                }
            int *d_next = d_1;
            d_1 = d_0, d_0 = d_next;
        }
        if (n == 0)
            for (int j = 0; j <= m; j++)
                d[j] = j;
    }
    for (int j = 0; j <= m; j++)
        row[j] = d[(n % 2) * (m + 1) + j];
    free(d);
}

static float trace(int n, const float *restrict a)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += 0.5f * a[i * n + j];
    for (int i = 0; i < n; i++)
        sum += a[i * n + i];
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 7, 19};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t l = 0; l < sizeof sizes / sizeof *sizes; l++) {
            int n = sizes[k], m = sizes[l], *letters = data_i32(n + m + 1, 1, 4), *row = data_i32(m + 1, 2, 9);
            char text[40];
            for (int i = 0; i < n + m; i++)
                text[i] = (char)letters[i];
            last_row(text, n, text + n, m, row);
            show("row", row, m + 1, sizeof *row);
            free(letters);
            free(row);
        }
    float *a = data_f32(100, 3), sum = trace(10, a);
    show("trace", &sum, 1, sizeof sum);
    free(a);
    return 0;
}
