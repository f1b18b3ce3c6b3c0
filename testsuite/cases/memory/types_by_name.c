// polycc: --optimize memory
/* An array of which a name says how long it is has no room for another one. */
#include "bits.h"

typedef double six[6];

static double mixed(const double *x)
{
    six first, second;
    double sum = 0;
#pragma scop
    for (int i = 0; i < 4; i++)
        first[i] = 2 * x[i];
    for (int i = 0; i < 6; i++) {
        second[i] = x[i] + 1;
        for (int j = 0; j < 4; j++)
            second[i] += first[j] * x[i];
    }
    for (int i = 0; i < 6; i++)
        sum += second[i] * second[5 - i];
#pragma endscop
    return sum;
}

int main(void)
{
    double *x = data_f64(6, 5), sum = mixed(x);
    show("sum", &sum, 1, sizeof sum);
    free(x);
    return 0;
}
