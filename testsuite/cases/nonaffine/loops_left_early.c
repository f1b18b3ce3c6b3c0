// expect: unchanged
/* Loops that `break`, `continue`, `return` or `goto` end early, and counters that the body changes. */
#include "bits.h"

static int first_of(int n, const int *a, int key)
{
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return i;
    return -1;
}

static int count_pairs(int n, const int *a, int *last)
{
    int pairs = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 3)
            continue;
        for (int j = 0; j < i; j++) {
            if (a[j] > a[i])
                break;
            pairs++;
        }
        for (int j = i + 1; j < n; j++)
            if (a[j] == a[i])
                goto found;
        *last = i;
    }
found:
    return pairs;
}

static int runs(int n, const int *a, int *length)
{
    int count = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < n; i++) {
            int start = i;
            while (i + 1 < n && a[i + 1] == a[start])
                i++;
            length[count++ % (n + 1)] = i - start + k;
        }
    return count;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 71};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *a = data_i32(n, 7, 6), *length = data_i32(n + 1, 8, 2);
        int found[4] = {0, 0, 0, -1};
        found[0] = first_of(n, a, 5);
        found[1] = count_pairs(n, a, &found[3]);
        found[2] = runs(n, a, length);
        show("found", found, 4, sizeof *found);
        show("length", length, n + 1, sizeof *length);
        free(a);
        free(length);
    }
    return 0;
}
