// polycc: --transfer-reuse --at n=20
/* Transfers that stay where they are, since something between them can tell the difference: a read of the array, a write, a call, a
   name for the same memory, a way out of the loop, other cells; and what doesn't. */
#include "bits.h"

static int seen;

static void look(const double *a)
{
    seen += a[0] > 0;
}

static void read_between(int n, double a[restrict n], double *restrict out)
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
    *out = a[n - 1];
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
}

static void written_in_loop(int n, int steps, double a[restrict n])
{
    for (int s = 0; s < steps; s++) {
#pragma polycc isolate
        for (int i = 1; i < n; i++)
            a[i] = a[i - 1] / 2;
        a[0] = s;
    }
}

static void called_between(int n, double a[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = 3 * a[i];
    look(a);
    seen++;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = a[i] - 1;
}

static void other_name(int n, double *a, double *b)
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
    b[0] = 7;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}

static void derived_name(int n, double a[restrict n])
{
    double *last = a + n - 1;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
    *last = 5;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}

static int left_early(int n, int steps, double a[restrict n], const int stop[restrict steps])
{
    for (int s = 0; s < steps; s++) {
#pragma polycc isolate
        for (int i = 0; i < n; i++)
            a[i] = a[i] + s;
        if (stop[s])
            return s;
    }
    return steps;
}

static void moving_cells(int n, int steps, double a[restrict n])
{
    int first = 0;
    for (int s = 0; s < steps; s++) {
#pragma polycc isolate
        for (int i = first; i < n; i++)
            a[i] = a[i] + 1;
        first = n / 2;
    }
}

static void far_apart(int n, double a[restrict 3 * n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
#pragma polycc isolate
    for (int i = 2 * n; i < 3 * n; i++)
        a[i] = a[i] * 2;
}

int main(void)
{
    static const int stop[4] = {0, 0, 1, 0};
    double out = 0;
    for (int n = 1; n < 9; n += n < 3 ? 1 : 2) {
        double *a = data_f64(3 * n, 1);
        read_between(n, a, &out);
        show("out", &out, 1, sizeof out);
        written_in_loop(n, n + 1, a);
        show("written", a, n, sizeof *a);
        called_between(n, a);
        other_name(n, a, a);
        show("other", a, n, sizeof *a);
        derived_name(n, a);
        show("derived", a, n, sizeof *a);
        left_early(n, 4, a, stop);
        show("left", a, n, sizeof *a);
        moving_cells(n, 3, a);
        far_apart(n, a);
        show("a", a, 3 * n, sizeof *a);
        free(a);
    }
    show("seen", &seen, 1, sizeof seen);
    return 0;
}
