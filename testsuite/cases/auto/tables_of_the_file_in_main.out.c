// expect: contracted best
// expect: scalarized size
/* Tables of the file that `main` has for itself, and that start with zeros: what nobody wrote counts, in the original and when both
   texts are read again. */
#include "bits.h"
#define MOST 70
#define ROOM 300

/* polycc: size[i] -> size; 1 cell instead of (MOST + 1) */
/* polycc: value[i] -> value; 1 cell instead of (MOST + 1) */
int size = 0, value = 0;
/* polycc: best[i][j] -> best[i % 2][j]; 2 * (ROOM + 1) cells instead of (MOST + 1) * (ROOM + 1) */
int best[2][ROOM + 1];

int main(void)
{
    int n = MOST, room = ROOM;
    if (scanf("%d %d", &n, &room) != 2)
        n = 40, room = 200;
    {
        if (n >= 1)
            for (int w = 0; w <= ROOM; w++)
                best[0][w] = 0;
        if (n >= 2)
            for (int w = 0; w <= ROOM; w++)
                best[1][w] = 0;
        best[0][room] = 0;
        if (n >= 1) {
            size = (1) * 37 % 23 + 1;
            value = (1) * 11 % 17;
            for (int w = 1; w <= room; w++) {
                if (size <= w) {
                    int with = best[0][w - size] + value;
                    best[1][w] = with > best[0][w] ? with : best[0][w];
                } else
                    best[1][w] = best[0][w];
            }
        }
        int *best_0 = best[0], *best_1 = best[1];
        for (int i = 2; i <= n; i++) {
            if (i < n)
                for (int w = 0; w <= ROOM; w++)
                    best_0[w] = 0;
            size = i * 37 % 23 + 1;
            value = i * 11 % 17;
            for (int w = 1; w <= room; w++) {
                if (size <= w) {
                    int with = best_1[w - size] + value;
                    best_0[w] = with > best_1[w] ? with : best_1[w];
                } else
                    best_0[w] = best_1[w];
            }
            int *best_next = best_1;
            best_1 = best_0, best_0 = best_next;
        }
        best[n % 2][0] = 0;
        printf("%d\n", best[n % 2][room]);
    }
    return 0;
}
