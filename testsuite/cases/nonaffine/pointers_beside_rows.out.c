// expect: contracted t
/* Pointers that step, lists and tables of rows keep the order; an array that none of them can reach still shrinks. */
#include "bits.h"

struct item {
    int key;
    struct item *next;
};

static double walk(int n, int m, double **rows, struct item **heads, const double *source, double *target)
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * m cells instead of (n + 1) * m */
    double t[2][m];
    double total = 0.0;
    for (int j = 0; j < m; j++)
        t[0][j] = 1.0;
    for (int i = 0; i < n; i++) {
        const double *from = source + i;
        double sum = 0.0;
        for (int j = 0; j < m; j++) {
            sum += *from++;
            rows[i][j] = sum;
        }
        for (struct item *p = heads[i]; p != NULL; p = p->next)
            sum += p->key;
        for (int j = 0; j < m; j++)
            t[(i + 1) % 2][j] = t[i % 2][j] * 0.5 + sum;
        for (int j = m - 1; j > 0 && rows[i][j] > rows[i][j - 1]; j--)
            *target++ += rows[i][j];
        for (int j = 0; j < m; j++)
            total += t[(i + 1) % 2][j] - t[i % 2][m - j - 1];
    }
    return total;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 16, 70};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = 1 + sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        double *source = data_f64(n + m, 3), *target = data_f64((long)n * m + 1, 4), *cells = data_f64((long)n * m, 5);
        double **rows = malloc((n + 1) * sizeof *rows);
        struct item **heads = malloc((n + 1) * sizeof *heads);
        struct item items[4] = {{1, NULL}, {2, &items[0]}, {3, &items[1]}, {4, &items[2]}};
        for (int i = 0; i < n; i++) {
            rows[i] = cells + (long)m * (n - 1 - i);
            heads[i] = i % 5 == 4 ? NULL : &items[i % 4];
        }
        double total = walk(n, m, rows, heads, source, target);
        show("total", &total, 1, sizeof total);
        show("target", target, (long)n * m + 1, sizeof *target);
        show("cells", cells, (long)n * m, sizeof *cells);
        free(source);
        free(target);
        free(cells);
        free(rows);
        free(heads);
    }
    return 0;
}
