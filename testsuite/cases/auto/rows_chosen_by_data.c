/* Cells that data choose, in arrays that stay: the row isn't known either, or all rows are needed, or what is there may be from before. */
#include "bits.h"

/* the row is chosen, too */
static int any_row(int n, int m, const int *back)
{
    int t[n + 1][m + 1];
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = t[i - 1 - back[i] % i][(j + back[i]) % (m + 1)] + 1;
    return t[n][m];
}

/* a chosen cell of the row before, and one of the first row */
static int first_row(int n, int m, const int *back)
{
    int t[n + 1][m + 1];
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = t[i - 1][(j + back[i]) % (m + 1)] + t[0][(j * 3 + back[i]) % (m + 1)];
    return t[n][m];
}

/* the way back reads all rows */
static int way_back(int n, int room, const int *size)
{
    int full[n + 1][room + 1], w = room, taken = 0;
    for (int j = 0; j <= room; j++)
        full[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= room; j++) {
            full[i][j] = full[i - 1][j];
            if (j >= size[i] && full[i - 1][j - size[i]] + size[i] > full[i][j])
                full[i][j] = full[i - 1][j - size[i]] + size[i];
        }
    for (int i = n; i > 0; i--)
        if (full[i][w] != full[i - 1][w]) {
            taken = taken * 3 + i;
            w -= size[i];
        }
    return taken;
}

/* all cells of a row are written, but only data tell that */
static int permuted(int n, int m, const int *back)
{
    int t[n + 1][m + 1];
    for (int j = 0; j <= m; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][(j + back[i]) % (m + 1)] = t[i - 1][j] + i;
    return t[n][m];
}

/* the loops find what they left the turn before */
static int turns(int n, int m, const int *back)
{
    int t[n + 1][m + 1], found = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = i + j;
    for (int turn = 0; turn < 3; turn++) {
        for (int j = 0; j <= m; j++)
            t[0][j] = t[n][(j + back[turn % (n + 1)]) % (m + 1)] + turn;
        for (int i = 1; i <= n; i++)
            for (int j = 0; j < m; j++)
                t[i][j] = t[i - 1][(j * 2 + back[i]) % (m + 1)] + 1;
        found = found * 5 + t[n][m];
    }
    return found;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t l = 0; l < sizeof sizes / sizeof *sizes; l++) {
            int n = sizes[k], m = sizes[l];
            int *back = data_i32(n + 1, 1, 5);
            int found[] = {any_row(n, m, back), first_row(n, m, back), way_back(n, m, back),
                           permuted(n, m, back), turns(n, m, back)};
            show("found", found, 5, sizeof *found);
            free(back);
        }
    return 0;
}
