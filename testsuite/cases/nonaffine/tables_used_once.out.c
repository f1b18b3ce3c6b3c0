/* Tables of the file that start with zeros, in functions that `main` calls once; how wide one of them gets is known when its first
   column is set, behind a loop that belongs elsewhere. */
#include "bits.h"

#define ITEMS 60
#define ROOM 200

/* polycc: best[i][j] -> best[i % 2][j]; 402 cells instead of 12261 */
/* polycc: ways[i][j] -> ways[i % 2][j]; 402 cells instead of 12261 */
int best[2][201], ways[2][201];
int weights[ITEMS], values[ITEMS], doubled[ITEMS];

int fullest(int n, int room)
{
    int result;
    {
        if (n >= 1) {
            for (int j = 0; j < 201; j++)
                best[0][j] = 0;
        }
        else
            best[0][0] = 0;
        if (n >= 2) {
            for (int j = 0; j < 201; j++)
                best[1][j] = 0;
        }
        else if (n == 1)
            best[1][0] = 0;
        for (int j = 0; j <= room; j++)
            best[0][j] = 0;
        if (n >= 1)
            for (int j = 1; j <= room; j++) {
                int w = weights[0];
                if (w > j)
                    best[1][j] = best[0][j];
                else
                    best[1][j] = best[0][j - w] + values[0] > best[0][j]
                                     ? best[0][j - w] + values[0]
                                     : best[0][j];
            }
        int *best_0 = best[0], *best_1 = best[1];
        for (int i = 2; i <= n; i++) {
            if (i < n) {
                for (int j = 0; j < 201; j++)
                    best_0[j] = 0;
            }
            else
                best[n % 2][0] = 0;
            for (int j = 1; j <= room; j++) {
                int w = weights[i - 1];
                if (w > j)
                    best_0[j] = best_1[j];
                else
                    best_0[j] = best_1[j - w] + values[i - 1] > best_1[j]
                                     ? best_1[j - w] + values[i - 1]
                                     : best_1[j];
            }
            int *best_next = best_1;
            best_1 = best_0, best_0 = best_next;
        }
        result = best[n % 2][room];
    }
    return result;
}

int changes(int n, int room)
{
    for (int i = 0; i < n; i++)
        doubled[i] = 2 * weights[i];
    room = 4 * room + 4;
    int result;
    {
        int *ways_0 = ways[0], *ways_1 = ways[1];
        for (int i = 0; i <= n; i++) {
            for (int j = 0; j <= 200; j++)
                ways_0[j] = 0;
            ways_0[0] = 1;
            if (i == 1)
                for (int j = 1; j <= room; j++)
                    ways[0][j] = 0;
            if (i >= 1)
                for (int j = 1; j <= room; j++)
                    ways_0[j] = j < doubled[i - 1] ? ways_1[j] : (ways_1[j] + ways_0[j - doubled[i - 1]]) % 9973;
            int *ways_next = ways_1;
            ways_1 = ways_0, ways_0 = ways_next;
        }
        if (n == 0)
            for (int j = 1; j <= room; j++)
                ways[0][j] = 0;
        result = ways[n % 2][room];
    }
    return result;
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
