// expect: scalarized sum
// expect: contracted product
/* What starts out as zeros and is only added to; `kept` keeps what its last run left, `again` is found again by the next turn, `signed_` isn't
   zero by all its bits, and `ones` aren't zeros. */
#include "bits.h"

#define N 200

double product[N][N], sum[N];

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
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                product[i][j] += x[i * N + k] * y[k * N + j] + i / 3;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum[i] += product[i][j];
    for (i = 0; i < N; i++)
        result[i] = sum[i] * 0.5;
    show("result", result, N, sizeof(double));
    few[0] = running(x) + running(y);
    few[1] = in_turns(x);
    few[2] = not_zero(x);
    show("few", few, 3, sizeof(double));
    free(x);
    free(y);
    return 0;
}
