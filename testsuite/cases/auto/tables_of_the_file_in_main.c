// expect: contracted best
// expect: scalarized size
/* Tables of the file that `main` has for itself, and that start with zeros: what nobody wrote counts, in the original and when both
   texts are read again. */
#include "bits.h"
#define MOST 70
#define ROOM 300

int size[MOST + 1], value[MOST + 1];
int best[MOST + 1][ROOM + 1];

int main(void)
{
    int n = MOST, room = ROOM;
    if (scanf("%d %d", &n, &room) != 2)
        n = 40, room = 200;
    for (int i = 1; i <= n; i++) {
        size[i] = i * 37 % 23 + 1;
        value[i] = i * 11 % 17;
    }
    for (int i = 1; i <= n; i++)
        for (int w = 1; w <= room; w++)
            if (size[i] <= w) {
                int with = best[i - 1][w - size[i]] + value[i];
                best[i][w] = with > best[i - 1][w] ? with : best[i - 1][w];
            } else
                best[i][w] = best[i - 1][w];
    printf("%d\n", best[n][room]);
    return 0;
}
