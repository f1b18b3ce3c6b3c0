// polycc: --transfer-reuse --at n=20
/* Transfers that don't move to calls, or across them: the function keeps count, is handed to others, gets the array under two names or calls
   itself; the caller looks at the array in between, or a call of unknown effect does; an argument changes something; the
   statement may not run, and nobody knows how much there is to copy. */
#include "bits.h"

static double kept[9];
static int count;

static void counting(int n, double x[restrict n])
{
    count++;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        x[i] = x[i] + 1;
}

static void handed_around(int n, double x[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i];
}

static void both_names(int n, double x[n], const double y[n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        x[i] = x[i] + y[i];
}

static void again(int n, int times, double x[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        x[i] = x[i] - 3;
    if (times > 0)
        again(n, times - 1, x);
}

static void plain(int n, double x[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        x[i] = 1 - x[i];
}

static void looked_at(int n, double a[restrict n], double *restrict sum)
{
    plain(n, a);
    *sum += a[0];
    plain(n, a);
}

static void touch(void)
{
    kept[0] = kept[0] / 2;
}

static void known_to_others(void)
{
#pragma polycc isolate
    for (int i = 0; i < 9; i++)
        kept[i] = kept[i] + i;
    touch();
#pragma polycc isolate
    for (int i = 0; i < 9; i++)
        kept[i] = 2 * kept[i];
}

static void changing(int n, double x[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        x[i] = x[i] * x[i];
}

static void perhaps(int times, double *restrict x)
{
    while (times-- > 0) {
#pragma polycc isolate
        x[0] = x[0] + 1;
    }
}

int main(void)
{
    void (*function)(int n, double *restrict x) = handed_around;
    for (int n = 1; n < 9; n += n < 3 ? 1 : 2) {
        double *a = data_f64(n, 1), *b = data_f64(n, 2), sum = 0;
        counting(n, a);
        counting(n, a);
        handed_around(n, a);
        function(n, a);
        handed_around(n, a);
        both_names(n, a, a);
        both_names(n, a, b);
        again(n, 2, a);
        looked_at(n, a, &sum);
        known_to_others();
        int left = n;
        changing(left--, a);
        changing(left, a);
        perhaps(2, a);
        perhaps(0, NULL);
        show("a", a, n, sizeof *a);
        show("sum", &sum, 1, sizeof sum);
        free(a);
        free(b);
    }
    show("kept", kept, 9, sizeof *kept);
    show("count", &count, 1, sizeof count);
    return 0;
}
