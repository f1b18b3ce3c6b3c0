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
    /* polycc: weight[i] -> weight; 1 cell instead of (count + skipped) */
    /* polycc: share[i] -> share; 1 cell instead of (count + skipped) */
    double weight = 0, share = 0;
    for (int i = skipped; i < count; i++) {
        weight = values[i] * factor;
        share = weight * weight + 0.5;
        sum += share / (1 + weight * weight);
    }
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
