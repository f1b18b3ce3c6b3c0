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

static void product(double **a, double **b, double **c, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static void triangles(double **a, double **lower, double **upper, int n)
{
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

static void multiply(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            c->cells[i][j] = 0;
            for (int k = 0; k < a->columns; k++)
                c->cells[i][j] += a->cells[i][k] * b->cells[k][j];
        }
}

static double **kept;

/* One table, in place. */
static void halves(int n)
{
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
