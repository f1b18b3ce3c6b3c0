// expect: contracted cost
/* A function that only reads what others have, called where a table is written: its value gets a name, in front of the loops as well, and the table
   two rows. */
#include "bits.h"

static double distance(const double *a, const double *b, int i, int j)
{
    double difference = a[i] - b[j];
    return difference * difference;
}

static double warped(const double *a, int n, const double *b, int m)
{
    double(*cost)[m] = malloc(sizeof(double[n][m]));
    if (cost == NULL)
        return -1;
    cost[0][0] = distance(a, b, 0, 0);
    for (int i = 1; i < n; i++)
        cost[i][0] = cost[i - 1][0] + distance(a, b, i, 0);
    for (int j = 1; j < m; j++)
        cost[0][j] = cost[0][j - 1] + distance(a, b, 0, j);
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++) {
            double least = cost[i - 1][j];
            if (cost[i][j - 1] < least)
                least = cost[i][j - 1];
            if (cost[i - 1][j - 1] < least)
                least = cost[i - 1][j - 1];
            cost[i][j] = distance(a, b, i, j) + least;
        }
    double result = cost[n - 1][m - 1];
    free(cost);
    return result;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 5}, {4, 1}, {2, 2}, {7, 5}, {33, 61}};
    double *a = data_f64(70, 3), *b = data_f64(70, 4);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        double result = warped(a, sizes[k][0], b, sizes[k][1]);
        show("warped", &result, 1, sizeof result);
    }
    free(a);
    free(b);
    return 0;
}
