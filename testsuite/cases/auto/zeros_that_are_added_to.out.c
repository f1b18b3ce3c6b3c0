// expect: scalarized sum
// expect: contracted product
/* What starts out as zeros and is only added to; `kept` keeps what its last run left, `again` is found again by the next turn, `signed_` isn't
   zero by all its bits, and `ones` aren't zeros. */
#include "bits.h"

#define N 200

/* polycc: product[i][j] -> product[j]; 200 cells instead of 40000 */
/* polycc: sum[i] -> sum; 1 cell instead of 200 */
double product[200], sum = 0;

static double running(const double *x)
{
    static double kept[N];
    double all = 0;
    for (int i = 0; i < N; i++)
        kept[i] += x[i];
    for (int i = 0; i < N; i++)
        all += kept[i] * kept[i];
    return all;
}

static double in_turns(const double *x)
{
    double again[N] = {0}, all = 0;
    for (int turn = 0; turn < 3; turn++) {
        double fresh[N] = {0.0f};
        for (int i = 0; i < N; i++) {
            again[i] += x[i];
            fresh[i] += x[i];
        }
        for (int i = 0; i < N; i++)
            all += again[i] * fresh[i] - turn;
    }
    return all;
}

static double not_zero(const double *x)
{
    double signed_[N] = {-0.0}, ones[N] = {1, 1}, all = 0;
    for (int i = 0; i < N; i++) {
        signed_[i] += x[i] * -0.0;
        ones[i] += x[i];
    }
    for (int i = 0; i < N; i++)
        all += 1 / signed_[i] + ones[i];
    return all;
}

int main(void)
{
    int i, j, k;
    double *x = data_f64(N * N, 1), *y = data_f64(N * N, 2), result[N], few[3];
    for (i = 0; i < 200; i++) {
        for (j = 0; j < 200; j++)
            product[j] = 0;
        sum = 0;
        for (k = 0; k < 200; k++)
            for (j = 0; j < 200; j++)
                product[j] += x[200 * i + k] * y[200 * k + j] + i / 3;
        for (j = 0; j < 200; j++)
            sum += product[j];
        result[i] = sum * 0.5;
    }
    show("result", result, N, sizeof(double));
    few[0] = running(x) + running(y);
    few[1] = in_turns(x);
    few[2] = not_zero(x);
    show("few", few, 3, sizeof(double));
    free(x);
    free(y);
    return 0;
}
