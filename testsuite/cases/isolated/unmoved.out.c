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
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = 2 * a_local[i];
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
    *out = a[n - 1];
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = a_local[i] + 1;
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
}

static void written_in_loop(int n, int steps, double a[restrict n])
{
    for (int s = 0; s < steps; s++) {
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n;
            double *a_local = malloc(n >= 2 ? sizeof(double) * n : 1);
            if (!a_local)
                abort();
            if (n >= 2)
                memcpy(a_local, a, sizeof(double));
            for (int i = 1; i < n_local; i++)
                a_local[i] = a_local[i - 1] / 2;
            if (n >= 2)
                memcpy(&a[1], &a_local[1], sizeof(double) * (n - 1));
            free(a_local);
        }
        a[0] = s;
    }
}

static void called_between(int n, double a[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = 3 * a_local[i];
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
    look(a);
    seen++;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = a_local[i] - 1;
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
}

static void other_name(int n, double *a, double *b)
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = a_local[i] + 1;
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
    b[0] = 7;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = 2 * a_local[i];
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
}

static void derived_name(int n, double a[restrict n])
{
    double *last = a + n - 1;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = a_local[i] + 1;
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
    *last = 5;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = 2 * a_local[i];
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
}

static int left_early(int n, int steps, double a[restrict n], const int stop[restrict steps])
{
    for (int s = 0; s < steps; s++) {
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n, s_local = s;
            double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
            if (!a_local)
                abort();
            if (n >= 1)
                memcpy(a_local, a, sizeof(double) * n);
            for (int i = 0; i < n_local; i++)
                a_local[i] = a_local[i] + s_local;
            if (n >= 1)
                memcpy(a, a_local, sizeof(double) * n);
            free(a_local);
        }
        if (stop[s])
            return s;
    }
    return steps;
}

static void moving_cells(int n, int steps, double a[restrict n])
{
    int first = 0;
    for (int s = 0; s < steps; s++) {
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n, first_local = first;
            double *a_local = malloc(n >= first + 1 && first >= 0 ? sizeof(double) * (n - first) : 1);
            const long a_offset = first;
            if (!a_local)
                abort();
            if (n >= first + 1 && first >= 0)
                memcpy(a_local, &a[first], sizeof(double) * (n - first));
            for (int i = first_local; i < n_local; i++)
                a_local[i - a_offset] = a_local[i - a_offset] + 1;
            if (n >= first + 1 && first >= 0)
                memcpy(&a[first], a_local, sizeof(double) * (n - first));
            free(a_local);
        }
        first = n / 2;
    }
}

static void far_apart(int n, double a[restrict 3 * n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int i = 0; i < n_local; i++)
            a_local[i] = a_local[i] + 1;
        if (n >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        free(a_local);
    }
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *a_local = malloc(n >= 1 ? sizeof(double) * n : 1);
        const long a_offset = 2 * n;
        if (!a_local)
            abort();
        if (n >= 1)
            memcpy(a_local, &a[2 * n], sizeof(double) * n);
        for (int i = 2 * n_local; i < 3 * n_local; i++)
            a_local[i - a_offset] = a_local[i - a_offset] * 2;
        if (n >= 1)
            memcpy(&a[2 * n], a_local, sizeof(double) * n);
        free(a_local);
    }
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
