// polycc: --optimize speed
/* Sizes and pointers that nobody knows where the function starts, or in `main`, which can't be copied: the test stands right in front of the loops, and
   beside the new ones are those that were there. */
#include "bits.h"

static void relax(int steps, int n, double *u, double *v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.2 * (u[i * n + j] + u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
    }
}

struct plate {
    double *cells[2];
    int side;
};

/* Which of the two it is that is new. */
static void settle(struct plate *plate, int is_second, int steps)
{
    int n = plate->side;
    double *u = plate->cells[is_second], *v = plate->cells[1 - is_second];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
    }
}

/* Columns of whatever the file says. */
static void columns(const char *text, double *out)
{
    int n = 0, m = 0;
    double *a = NULL;
    if (sscanf(text, "%d %d", &n, &m) == 2 && n > 0 && m > 0)
        a = data_f64((long)n * m, 4);
    else
        return;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            out[i * m + j] = a[i * m + j] + 1;
    free(a);
}

int main(int count, char **arguments)
{
    int n = count > 1 ? atoi(arguments[1]) : 740, steps = count > 2 ? atoi(arguments[2]) : 6;
    double *u = data_f64((long)n * n, 1), *v = data_f64((long)n * n, 2);
    int smaller = n / 9;
    struct plate plate = {{u, v}, smaller};
    relax(steps, smaller, u, v);
    settle(&plate, 1, steps);
    plate.side = n;
    settle(&plate, 0, steps);
    columns("3 40", v);
    columns("3 4", v);
    columns("nothing", v);
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.5 * (u[(i - 1) * n + j] + u[i * n + j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = v[i * n + j];
    }
    show("u", u + n, 100, sizeof *u);
    show("v", v + n, 100, sizeof *v);
    free(u);
    free(v);
    return 0;
}
