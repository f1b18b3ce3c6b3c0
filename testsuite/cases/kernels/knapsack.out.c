// polycc: --at items=10,capacity=20
// bytes: 924 -> 84
// expect: contracted best
/* Item i weighs i. Capacities run downwards, so every cell of the last row is read for the last
   time by the instance that writes its successor: one row, the textbook's trick, found by
   liveness. The affine condition guards the subscript c - i. */
#include "bits.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void pack(int items, int capacity, const int *value, int result[capacity + 1])
{
    /* polycc: best[i][j] -> best[j]; (capacity + 1) cells instead of (items + 1) * (capacity + 1) */
    int best[capacity + 1];
#pragma scop
    for (int c = capacity; c >= 0; c--)
        best[c] = 0;
    for (int i = 1; i <= items; i++)
        for (int c = capacity; c >= 0; c--)
            best[c] = c >= i ? ((best[c]) > (best[c - i] + value[i - 1]) ? (best[c]) : (best[c - i] + value[i - 1])) : best[c];
    for (int c = 0; c <= capacity; c++)
        result[c] = best[c];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {0, 3}, {3, 0}, {1, 1}, {5, 2}, {6, 14}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int items = sizes[s][0], capacity = sizes[s][1];
        int *value = data_i32(items, 65, 50), *result = data_i32(capacity + 1, 66, 2);
        pack(items, capacity, value, result);
        show("result", result, capacity + 1, sizeof *result);
        free(value);
        free(result);
    }
    return 0;
}
