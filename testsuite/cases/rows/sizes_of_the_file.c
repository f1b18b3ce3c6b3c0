/* Sizes and tables that variables of the file hold: the test at the start of the function knows them. */
#include "bits.h"

int rows, columns, depth;

void product(double **a, double **b, double **c)
{
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
