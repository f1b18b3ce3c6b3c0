// polycc: --at n=20,m=30
// bytes: 1302 -> 124
// expect: contracted length
/* Longest common subsequence, 16-bit lengths in a block from malloc. Which of the three
   neighbours is read depends on data; all three count as reads. */
#include "bits.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int longest(int n, int m, const int *a, const int *b)
{
    /* polycc: length[i][j] -> length[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    short (*length)[m + 1] = malloc(sizeof(short[2][m + 1]));
    int answer = 0;
    if (length == NULL)
        return -1;
#pragma scop
    for (int j = 0; j <= m; j++)
        length[0][j] = 0;
    for (int i = 1; i <= n; i++) {
        length[i % 2][0] = 0;
        for (int j = 1; j <= m; j++)
            length[i % 2][j] = a[i - 1] == b[j - 1] ? length[(i - 1) % 2][j - 1] + 1
                                                : ((length[(i - 1) % 2][j]) > (length[i % 2][j - 1]) ? (length[(i - 1) % 2][j]) : (length[i % 2][j - 1]));
    }
    answer = length[n % 2][m];
#pragma endscop
    free(length);
    return answer;
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {2, 5}, {7, 7}, {19, 23}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        int *a = data_i32(n, 61, 5), *b = data_i32(m, 62, 5);
        printf("%d %d: %d\n", n, m, longest(n, m, a, b));
        free(a);
        free(b);
    }
    return 0;
}
