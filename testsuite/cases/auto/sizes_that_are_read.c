// expect: scalarized weight
// expect: scalarized share
/* Sizes that come in by `sscanf`: it writes them, and forgets where they are. */
#include "bits.h"

static double total(const char *line, const double *values)
{
    int count = 0, skipped;
    double factor = 1, sum = 0;
    if (sscanf(line, "%d %d %lf", &count, &skipped, &factor) < 2)
        return count;
    double weight[count + skipped], share[count + skipped];
    for (int i = 0; i < count + skipped; i++)
        weight[i] = values[i] * factor;
    for (int i = 0; i < count + skipped; i++)
        share[i] = weight[i] * weight[i] + 0.5;
    for (int i = skipped; i < count; i++)
        sum += share[i] / (1 + weight[i] * weight[i]);
    return sum;
}

int main(void)
{
    static const char *const lines[] = {"3 0 0.5", "9 2 4", "7 1", "5", "", "40 5 0.25"};
    double *values = data_f64(64, 5);
    for (int k = 0; k < 6; k++) {
        double sum = total(lines[k], values);
        show("total", &sum, 1, sizeof sum);
    }
    free(values);
    return 0;
}
