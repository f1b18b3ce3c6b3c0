/* Tables of pointers to rows that functions are given: rows of one block, rows that lie backwards or between those of other tables, rows that overlap, and
   tables that aren't there, of matrices without rows or columns. */
#include "bits.h"

enum layout { FORWARDS, BACKWARDS, IN_TURN, OVERLAPPING };

static double **table(double *cells, int n, enum layout layout, int turn)
{
    double **rows = malloc(n * sizeof *rows + 1);
    for (int i = 0; i < n; i++) {
        int place = layout == BACKWARDS ? n - 1 - i : layout == IN_TURN ? 3 * i : i;
        rows[i] = cells + (long)place * n + (layout == IN_TURN ? turn * n : layout == OVERLAPPING ? turn * (n / 2) : (long)turn * n * n);
    }
    return rows;
}

/* polycc: 1 where rows lie one behind the other in memory, -1 where one before the other, else 0 */
static int double_rows_in_order(double *const *a, long rows, long first, long end)
{
    int up = 1, down = 1;
    for (long i = 1; first < end && i < rows; i++) {
        up &= (const char *)(a[i - 1] + end) <= (const char *)(a[i] + first);
        down &= (const char *)(a[i] + end) <= (const char *)(a[i - 1] + first);
    }
    return up ? 1 : -down;
}

/* polycc: whether rows of `a` and `b`, in order each, overlap nowhere */
static int double_rows_apart(double *const *a, long rows_a, long first_a, long end_a,
    double *const *b, long rows_b, long first_b, long end_b)
{
    int up_a = double_rows_in_order(a, rows_a, first_a, end_a), up_b = double_rows_in_order(b, rows_b, first_b, end_b);
    long i = 0, j = 0;
    while (up_a && up_b && i < rows_a && j < rows_b && first_a < end_a && first_b < end_b) {
        double *p = a[up_a > 0 ? i : rows_a - 1 - i];
        double *q = b[up_b > 0 ? j : rows_b - 1 - j];
        if ((const char *)(p + end_a) <= (const char *)(q + first_b))
            i++;
        else if ((const char *)(q + end_b) <= (const char *)(p + first_a))
            j++;
        else
            return 0;
    }
    return up_a && up_b;
}

/* polycc: `product_apart` is `product` for memory that doesn't overlap */
static void product_apart(double **a, double **b, double **c, int n)
{
    {
        /* polycc: sum[i % 512], versions by j; 512 cells */
        double sum[512];
        for (int i = 0; i < n; i++) {
            for (long t = 0; t < (long)n; t += 512) {
                int last = n - 1 < t + 511 ? n - 1 : t + 511;
                for (int j = t; j <= last; j++)
                    sum[j - t] = 0;
                for (int k = 0; k < n; k++)
                    for (int j = t; j <= last; j++)
                        sum[j - t] += a[i][k] * b[k][j];
                for (int j = t; j <= last; j++)
                    c[i][j] = sum[j - t];
            }
        }
    }
}

static void product(double **a, double **b, double **c, int n)
{
    /* polycc: `product_apart` is for memory that doesn't overlap */
    if (__builtin_expect(double_rows_apart(a, n, 0, n, c, n, 0, n) && double_rows_apart(b, n, 0, n, c, n, 0, n), 1)) {
        product_apart(a, b, c, n);
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

/* polycc: `triangles_apart` is `triangles` for memory that doesn't overlap */
static void triangles_apart(double **a, double **lower, double **upper, int n)
{
    {
        /* polycc: sum[i % 512], versions by j; 512 cells */
        double sum[512];
        for (int i = 0; i < n; i++) {
            for (long t = i - i % 512; t < (long)n; t += 512) {
                int last = n - 1 < t + 511 ? n - 1 : t + 511;
                for (int j = i > t ? i : t; j <= last; j++)
                    sum[j - t] = 0;
                for (int k = 0; k < i; k++)
                    for (int j = i > t ? i : t; j <= last; j++)
                        sum[j - t] += lower[i][k] * upper[k][j];
                for (int j = i > t ? i : t; j <= last; j++)
                    upper[i][j] = a[i][j] - sum[j - t];
            }
            lower[i][i] = 1;
            for (int j = i + 1; j < n; j++) {
                double sum_2 = 0;
                for (int k = 0; k < i; k++)
                    sum_2 += lower[j][k] * upper[k][i];
                lower[j][i] = (a[j][i] - sum_2) / upper[i][i];
            }
        }
    }
}

static void triangles(double **a, double **lower, double **upper, int n)
{
    /* polycc: `triangles_apart` is for memory that doesn't overlap */
    if (__builtin_expect(double_rows_apart(lower, n, 0, n, upper, n, 0, n) && double_rows_apart(lower, n, 0, n, a, n, 0, n) && double_rows_apart(upper, n, 0, n, a, n, 0, n), 1)) {
        triangles_apart(a, lower, upper, n);
        return;
    }
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < i; k++)
                sum += lower[i][k] * upper[k][j];
            upper[i][j] = a[i][j] - sum;
        }
        lower[i][i] = 1;
        for (int j = i + 1; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < i; k++)
                sum += lower[j][k] * upper[k][i];
            lower[j][i] = (a[j][i] - sum) / upper[i][i];
        }
    }
}

struct matrix {
    int rows, columns;
    double **cells;
};

/* polycc: `multiply_apart` is `multiply` for memory that doesn't overlap */
static void multiply_apart(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++)
            c->cells[i][j] = 0;
    for (long t = 0; t < (long)a->columns; t += 128) {
        int last = a->columns - 1 < t + 127 ? a->columns - 1 : t + 127;
        for (int i = 0; i < a->rows; i++)
            for (int k = t; k <= last; k++)
                for (int j = 0; j < b->columns; j++)
                    c->cells[i][j] += a->cells[i][k] * b->cells[k][j];
    }
}

static void multiply(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
    /* polycc: `multiply_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)a->rows >= 1) && ((long)b->columns >= 1) && ((long)a->columns >= 1), 1) && __builtin_expect(double_rows_apart(c->cells, a->rows, 0, b->columns, a->cells, a->rows, 0, a->columns) && double_rows_apart(c->cells, a->rows, 0, b->columns, b->cells, a->columns, 0, b->columns), 1)) {
        multiply_apart(a, b, c);
        return;
    }
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            c->cells[i][j] = 0;
            for (int k = 0; k < a->columns; k++)
                c->cells[i][j] += a->cells[i][k] * b->cells[k][j];
        }
}

static double **kept;

/* polycc: `halves_apart` is `halves` for sizes as they should be, in memory that doesn't overlap */
static void halves_apart(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            kept[i][j] = kept[i][j] * 0.5 + 1;
}

/* One table, in place. */
static void halves(int n)
{
    /* polycc: `halves_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((long)n >= 16 && __builtin_expect(double_rows_in_order(kept, n, 0, n), 1)) {
        halves_apart(n);
        return;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            kept[i][j] = kept[i][j] * 0.5 + 1;
}

/* There is a row too many, unless data decide that it isn't looked at. */
static void columns(int n, double *sums, const double *is_wanted)
{
    for (int j = 0; j < n; j++) {
        sums[j] = 0;
        for (int i = 0; i < n; i++)
            sums[j] += kept[i][j];
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (is_wanted[i] > 0)
                sums[j] += kept[i + 1][j];
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 37;
    for (enum layout layout = FORWARDS; layout <= OVERLAPPING; layout++) {
        double *cells = data_f64(3L * n * n + n, 1 + layout), *sums = data_f64(n + 1, 7), *wanted = data_f64(n + 1, 9);
        double **a = table(cells, n, layout, 0), **b = table(cells, n, layout, 1), **c = table(cells, n, layout, 2);
        for (int i = 0; i < n; i++)
            a[i][i] += 100;
        product(a, b, c, n);
        show("c", cells, 3L * n * n, sizeof *cells);
        triangles(a, b, c, n);
        show("triangles", cells, 3L * n * n, sizeof *cells);
        struct matrix one = {n, n, a}, other = {n, n - 1, b}, result = {n, n - 1, c}, none = {0, 0, NULL};
        multiply(&one, &other, &result);
        multiply(&none, &other, &none);
        one.columns = 0;
        multiply(&one, &none, &none);
        show("products", cells, 3L * n * n, sizeof *cells);
        kept = a;
        wanted[n - 1] = 0;
        halves(n);
        columns(n, sums, wanted);
        kept = NULL;
        halves(0);
        columns(0, NULL, NULL);
        show("sums", sums, n, sizeof *sums);
        free(a);
        free(b);
        free(c);
        free(cells);
        free(sums);
        free(wanted);
    }
    return 0;
}
