// expect: scalarized next
/* Start values from numbers that two statements draw: in the rows of a field that the loop over all of its cells is read as, the last number of
   a row goes to the first cell of the next. */
#include "bits.h"

static unsigned evolve(int n, int m, int steps)
{
    if (n < 1 || m < 1)
        return 1;
    /* polycc: next[i * m + j] -> next; 1 cell instead of n * m */
    int *now = malloc((size_t)n * m * sizeof(int)), next = 0;
    unsigned drawn = 246u;
    unsigned sum;
    for (int k_0 = 0; k_0 < n; k_0++)
        for (int k_1 = 0; k_1 < m; k_1++) {
            drawn ^= drawn << 5;
            drawn = drawn * 5u + 1u;
            now[k_0 * m + k_1] = drawn & 7;
        }
    for (int t = 0; t < steps; t++)
        for (int r = 0; r < n; r++)
            for (int c = 0; c < m; c++) {
                next = 3 * now[r * m + c] + t;
                now[r * m + c] = next & 1023;
            }
    sum = 0;
    for (int k_0 = 0; k_0 < n; k_0++)
        for (int k_1 = 0; k_1 < m; k_1++)
            sum = sum * 33 + now[k_0 * m + k_1];
    free(now);
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
