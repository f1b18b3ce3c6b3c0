/* Sizes and tables that variables of the file hold: the test at the start of the function knows them. */
#include "bits.h"

int rows, columns, depth;

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
static void product_apart(double **a, double **b, double **c)
{
    /* polycc: sum[i % 512], versions by j; 512 cells */
    double sum[512];
    int i, j, k;
    for (i = 0; i < rows; i++) {
        for (long t = 0; t < (long)columns; t += 512) {
            int last = columns - 1 < t + 511 ? columns - 1 : t + 511;
            for (j = t; j <= last; j++)
                sum[j - t] = 0;
            for (k = 0; k < depth; k++)
                for (j = t; j <= last; j++)
                    sum[j - t] += a[i][k] * b[k][j];
            for (j = t; j <= last; j++)
                c[i][j] = sum[j - t];
        }
    }
}

void product(double **a, double **b, double **c)
{
    /* polycc: `product_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)rows >= 1) && ((long)columns >= 1) && ((long)depth >= 1), 1) && __builtin_expect(double_rows_apart(a, rows, 0, depth, c, rows, 0, columns) && double_rows_apart(b, depth, 0, columns, c, rows, 0, columns), 1)) {
        product_apart(a, b, c);
        return;
    }
    double sum;
    int i, j, k;
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++) {
            sum = 0;
            for (k = 0; k < depth; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

/* what is written may be a size */
int width;

void numbered(int n, int *a)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < width; i++)
            a[i * n + j] = j;
}

static double **table(int n, int m, int seed)
{
    double **t = malloc(sizeof(double *) * n);
    for (int i = 0; i < n; i++) {
        t[i] = malloc(sizeof(double) * m);
        for (int j = 0; j < m; j++)
            t[i][j] = (i * 31 + j * 17 + seed) % 23;
    }
    return t;
}

int main(void)
{
    int sizes[] = {1, 2, 3, 9};
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++) {
            rows = sizes[x], columns = sizes[y], depth = sizes[(x + y) % 4];
            double **a = table(rows, depth, 1), **b = table(depth, columns, 2), **c = table(rows, columns, 3);
            product(a, b, c);
            for (int i = 0; i < rows; i++)
                show("c", c[i], columns, sizeof **c);
            if (rows == columns && columns == depth) {
                product(a, b, a);
                for (int i = 0; i < rows; i++)
                    show("a", a[i], columns, sizeof **a);
            }
            for (int i = 0; i < rows; i++)
                free(a[i]), free(c[i]);
            for (int i = 0; i < depth; i++)
                free(b[i]);
            free(a), free(b), free(c);
        }
    width = 3;
    numbered(1, &width);
    show("width", &width, 1, sizeof width);
    return 0;
}
