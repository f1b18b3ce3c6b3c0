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
    /* polycc: cost[i][j] -> cost[i % 2][j]; 2 * m cells instead of n * m */
    double(*cost)[m] = malloc(sizeof(double[2][m]));
    if (cost == NULL)
        return -1;
    double distance_value = distance(a, b, 0, 0);
    double result;
    {
        cost[0][0] = distance_value;
        for (int j = 1; j < m; j++) {
            /* distance */
            double difference_2 = a[0] - b[j];
            double distance_value_3 = difference_2 * difference_2;
            cost[0][j] = cost[0][j - 1] + distance_value_3;
        }
        double *cost_0 = cost[1], *cost_1 = cost[0];
        for (int i = 1; i < n; i++) {
            /* distance */
            double difference = a[i] - b[0];
            double distance_value_2 = difference * difference;
            cost_0[0] = cost_1[0] + distance_value_2;
            for (int j = 1; j < m; j++) {
                double least = cost_1[j];
                if (cost_0[j - 1] < least)
                    least = cost_0[j - 1];
                if (cost_1[j - 1] < least)
                    least = cost_1[j - 1];
                /* distance */
                double difference_3 = a[i] - b[j];
                double distance_value_4 = difference_3 * difference_3;
                cost_0[j] = distance_value_4 + least;
            }
            double *cost_next = cost_1;
            cost_1 = cost_0, cost_0 = cost_next;
        }
        result = cost[(n - 1) % 2][m - 1];
    }
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
