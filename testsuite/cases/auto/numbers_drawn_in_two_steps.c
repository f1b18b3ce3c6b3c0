// expect: scalarized next
/* Start values from numbers that two statements draw: in the rows of a field that the loop over all of its cells is read as, the last number of
   a row goes to the first cell of the next. */
#include "bits.h"

static unsigned evolve(int n, int m, int steps)
{
    if (n < 1 || m < 1)
        return 1;
    int *now = malloc((size_t)n * m * sizeof(int)), *next = malloc((size_t)n * m * sizeof(int));
    unsigned drawn = 246u;
    for (int k = 0; k < n * m; k++) {
        drawn ^= drawn << 5;
        drawn = drawn * 5u + 1u;
        now[k] = drawn & 7;
    }
    for (int t = 0; t < steps; t++) {
        for (int r = 0; r < n; r++)
            for (int c = 0; c < m; c++)
                next[r * m + c] = 3 * now[r * m + c] + t;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < m; c++)
                now[r * m + c] = next[r * m + c] & 1023;
    }
    unsigned sum = 0;
    for (int k = 0; k < n * m; k++)
        sum = sum * 33 + now[k];
    free(now);
    free(next);
    return sum;
}

int main(void)
{
    static const int sizes[][3] = {{0, 1, 1}, {1, 1, 0}, {1, 2, 1}, {2, 1, 3}, {5, 4, 2}, {3, 80, 4}, {75, 13, 5}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned sum = evolve(sizes[k][0], sizes[k][1], sizes[k][2]);
        show("sum", &sum, 1, sizeof sum);
    }
    return 0;
}
