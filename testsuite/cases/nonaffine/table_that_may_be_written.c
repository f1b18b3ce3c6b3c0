// polycc: --inline never
// expect: unchanged
/* Without `restrict` the table may be part of what is written, and no test can tell which of its cells are read. In the second function the table
   changes between the stages; in the third a stage changes it while it is used. */
#include "bits.h"

static void overlapping(int n, const int *kind, const float *table, const float *x, float *y)
{
    float *t = malloc(sizeof(float) * n);
    for (int i = 0; i < n; i++)
        t[i] = table[kind[i]] * x[i];
    for (int i = 0; i < n; i++)
        y[i] = t[i] * t[i];
    free(t);
}

static void changing(int n, const int *restrict kind, float *restrict table, const float *restrict x, float *restrict y)
{
    float *t = malloc(sizeof(float) * n);
    for (int i = 0; i < n; i++)
        t[i] = table[kind[i]] * x[i];
    for (int k = 0; k < 4; k++)
        table[k] = 2;
    for (int i = 0; i < n; i++)
        y[i] = t[i] * table[kind[i]];
    free(t);
}

static void written(int n, const int *restrict kind, float *restrict table, const float *restrict x, float *restrict y)
{
    float *t = malloc(sizeof(float) * n);
    for (int i = 0; i < n; i++) {
        t[i] = table[kind[i]] * x[i];
        table[i % 4] = t[i];
    }
    for (int i = 0; i < n; i++)
        y[i] = t[i] * t[i];
    free(t);
}

int main(void)
{
    static const int sizes[] = {0, 1, 4, 5, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *kind = malloc(sizeof(int) * (n + 1));
        float *x = data_f32(n, 3), *y = data_f32(n + 8, 4);
        float table[4] = {1, -1, 3, 5};
        for (int i = 0; i < n; i++)
            kind[i] = (i * 3 + 1) % 4;
        overlapping(n, kind, y + 2, x, y);
        show("y", y, n, sizeof *y);
        changing(n, kind, table, x, y);
        show("y", y, n, sizeof *y);
        written(n, kind, table, x, y);
        show("y", y, n, sizeof *y);
        free(kind);
        free(x);
        free(y);
    }
    return 0;
}
