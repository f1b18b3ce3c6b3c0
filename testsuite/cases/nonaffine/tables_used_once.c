/* Tables of the file that start with zeros, in functions that `main` calls once; how wide one of them gets is known when its first
   column is set, behind a loop that belongs elsewhere. */
#include "bits.h"

#define ITEMS 60
#define ROOM 200

int best[ITEMS + 1][ROOM + 1], ways[ITEMS + 1][ROOM + 1];
int weights[ITEMS], values[ITEMS], doubled[ITEMS];

int fullest(int n, int room)
{
    for (int j = 0; j <= room; j++)
        best[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= room; j++) {
            int w = weights[i - 1];
            if (w > j)
                best[i][j] = best[i - 1][j];
            else
                best[i][j] = best[i - 1][j - w] + values[i - 1] > best[i - 1][j]
                                 ? best[i - 1][j - w] + values[i - 1]
                                 : best[i - 1][j];
        }
    return best[n][room];
}

int changes(int n, int room)
{
    for (int i = 0; i < n; i++)
        doubled[i] = 2 * weights[i];
    room = 4 * room + 4;
    for (int i = 0; i <= n; i++)
        ways[i][0] = 1;
    for (int j = 1; j <= room; j++)
        ways[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= room; j++)
            ways[i][j] = j < doubled[i - 1] ? ways[i - 1][j]
                                            : (ways[i - 1][j] + ways[i][j - doubled[i - 1]]) % 9973;
    return ways[n][room];
}

int main(void)
{
    int n = 40, results[2];
    int *drawn = data_i32(2 * n, 17, 13);
    for (int i = 0; i < n; i++) {
        weights[i] = 1 + drawn[i];
        values[i] = drawn[n + i];
    }
    results[0] = fullest(n, 150);
    results[1] = changes(n, 20);
    show("results", results, 2, sizeof *results);
    free(drawn);
    return 0;
}
