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
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!x_local)
            abort();
        if (n >= 1)
            memcpy(x_local, x, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            x_local[i] = x_local[i] + 1;
        if (n >= 1)
            memcpy(x, x_local, sizeof(double) * n);
        free(x_local);
    }
}

static void handed_around(int n, double x[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!x_local)
            abort();
        if (n >= 1)
            memcpy(x_local, x, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            x_local[i] = 2 * x_local[i];
        if (n >= 1)
            memcpy(x, x_local, sizeof(double) * n);
        free(x_local);
    }
}

static void both_names(int n, double x[n], const double y[n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        double *y_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!x_local || !y_local)
            abort();
        if (n >= 1)
            memcpy(x_local, x, sizeof(double) * n);
        if (n >= 1)
            memcpy(y_local, y, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            x_local[i] = x_local[i] + y_local[i];
        if (n >= 1)
            memcpy(x, x_local, sizeof(double) * n);
        free(y_local);
        free(x_local);
    }
}

static void again(int n, int times, double x[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!x_local)
            abort();
        if (n >= 1)
            memcpy(x_local, x, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            x_local[i] = x_local[i] - 3;
        if (n >= 1)
            memcpy(x, x_local, sizeof(double) * n);
        free(x_local);
    }
    if (times > 0)
        again(n, times - 1, x);
}

static void plain(int n, double x[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!x_local)
            abort();
        if (n >= 1)
            memcpy(x_local, x, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            x_local[i] = 1 - x_local[i];
        if (n >= 1)
            memcpy(x, x_local, sizeof(double) * n);
        free(x_local);
    }
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
    /* polycc: what follows runs in a memory space of its own */
    {
        double kept_local[9];
        memcpy(kept_local, kept, sizeof(double) * 9);
        for (int i = 0; i < 9; i++)
            kept_local[i] = kept_local[i] + i;
        memcpy(kept, kept_local, sizeof(double) * 9);
    }
    touch();
    /* polycc: what follows runs in a memory space of its own */
    {
        double kept_local[9];
        memcpy(kept_local, kept, sizeof(double) * 9);
        for (int i = 0; i < 9; i++)
            kept_local[i] = 2 * kept_local[i];
        memcpy(kept, kept_local, sizeof(double) * 9);
    }
}

static void changing(int n, double x[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!x_local)
            abort();
        if (n >= 1)
            memcpy(x_local, x, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            x_local[i] = x_local[i] * x_local[i];
        if (n >= 1)
            memcpy(x, x_local, sizeof(double) * n);
        free(x_local);
    }
}

static void perhaps(int times, double *restrict x)
{
    while (times-- > 0) {
        /* polycc: what follows runs in a memory space of its own */
        {
            double x_local[1];
            memcpy(x_local, x, sizeof(double));
            x_local[0] = x_local[0] + 1;
            memcpy(x, x_local, sizeof(double));
        }
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
