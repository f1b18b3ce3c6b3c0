// expect: contracted h
/* Local alignment with a table of scores that letters choose: the cells of the table aren't known, those of h are. */
#include "bits.h"

#define LETTERS 5

static int align(int n, int m, const unsigned char *a, const unsigned char *b, const int score[LETTERS][LETTERS])
{
    int best = 0;
    /* polycc: h[i][j] -> h[i % 2][j]; 2 * (m + 1) cells instead of (n + 1) * (m + 1) */
    int h[2][m + 1];
    for (int j = 0; j <= m; j++)
        h[0][j] = 0;
    for (int i = 1; i <= n; i++) {
        h[i % 2][0] = 0;
        for (int j = 1; j <= m; j++) {
            int top = h[(i - 1) % 2][j - 1] + score[a[i - 1]][b[j - 1]];
            if (top < h[(i - 1) % 2][j] - 3)
                top = h[(i - 1) % 2][j] - 3;
            if (top < h[i % 2][j - 1] - 3)
                top = h[i % 2][j - 1] - 3;
            h[i % 2][j] = top > 0 ? top : 0;
            if (h[i % 2][j] > best)
                best = h[i % 2][j];
        }
    }
    return best;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 9, 40, 71};
    int score[LETTERS][LETTERS];
    for (int i = 0; i < LETTERS; i++)
        for (int j = 0; j < LETTERS; j++)
            score[i][j] = i == j ? 5 - i : -4 + (i + j) % 3;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        unsigned char *a = malloc(n + 1), *b = malloc(m + 1);
        for (int i = 0; i < n; i++)
            a[i] = (unsigned char)((i * 7 + i / 3) % LETTERS);
        for (int i = 0; i < m; i++)
            b[i] = (unsigned char)((i * 5 + i / 4) % LETTERS);
        int best = align(n, m, a, b, score);
        show("best", &best, 1, sizeof best);
        free(a);
        free(b);
    }
    return 0;
}
