/* polycc edit_distance.c --at n=400,m=300 -o edit_distance.polycc.c
   Dynamic programming over the full table. Look at `d` in the output: only a row and the one
   before it are left, found by liveness, nobody had to rewrite the recurrence. */
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

static int distance(int n, int m, const char *a, const char *b)
{
    int answer;
    int (*d)[m + 1] = malloc((n + 1) * sizeof *d);
    if (d == NULL)
        return -1;
#pragma scop
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++) {
        d[i][0] = i;
        for (int j = 1; j <= m; j++)
            d[i][j] = MIN(MIN(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
    }
    answer = d[n][m];
#pragma endscop
    free(d);
    return answer;
}

int main(void)
{
    char a[400], b[300];
    for (int i = 0; i < 400; i++)
        a[i] = (char)('a' + i * i % 7);
    for (int j = 0; j < 300; j++)
        b[j] = (char)('a' + j * j % 11);
    printf("%d\n", distance(400, 300, a, b));
    return 0;
}
