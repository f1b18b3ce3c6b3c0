// polycc: --parallel --optimize speed
// expect: unchanged
/* What polycc doesn't understand of OpenMP stays as it is: loops and all pragmas. */
#include "bits.h"

void without_waiting(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] = x[i] * 2;
#pragma omp for
        for (int i = 0; i < n; i++)
            z[i] = x[i] + 1;
    }
}

void atomically(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        y[x[i] % n] += 1;
    }
}

void in_turn(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        y[0] = y[0] + x[i];
    }
}

void as_tasks(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task
        y[i] = x[i];
    }
}

void in_order(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#pragma omp parallel for ordered
    for (int i = 0; i < n; i++) {
#pragma omp ordered
        y[0] = y[0] * 3 % 97 + x[i];
    }
}

void summed_in_vectors(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
    int s = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    y[0] = s;
}

void with_a_step(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
    int k = 0;
#pragma omp simd linear(k : 2)
    for (int i = 0; i < n; i++) {
        y[i] = x[i] + k;
        k += 2;
    }
}

void the_last_one(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
    int last = 0;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < n; i++) {
        last = x[i];
        y[i] = last;
    }
    z[0] = last;
}

void guarded_without_waiting(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#ifdef _OPENMP
#pragma omp parallel
#endif
    {
#ifdef _OPENMP
#pragma omp for nowait
#endif
        for (int i = 0; i < n; i++)
            y[i] = x[i] * 2;
#ifdef _OPENMP
#pragma omp for
#endif
        for (int i = 0; i < n; i++)
            z[i] = x[i] + 1;
    }
}

void guarded_atomically(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++) {
#ifdef _OPENMP
#pragma omp atomic
#endif
        y[x[i] % n] += 1;
    }
}

void guarded_in_turn(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++) {
#ifdef _OPENMP
#pragma omp critical
#endif
        y[0] = y[0] + x[i];
    }
}

void guarded_as_tasks(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#ifdef _OPENMP
#pragma omp parallel
#endif
#ifdef _OPENMP
#pragma omp single
#endif
    for (int i = 0; i < n; i++) {
#ifdef _OPENMP
#pragma omp task
#endif
        y[i] = x[i];
    }
}

void guarded_in_order(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
#ifdef _OPENMP
#pragma omp parallel for ordered
#endif
    for (int i = 0; i < n; i++) {
#ifdef _OPENMP
#pragma omp ordered
#endif
        y[0] = y[0] * 3 % 97 + x[i];
    }
}

void guarded_summed_in_vectors(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
    int s = 0;
#ifdef _OPENMP
#pragma omp simd reduction(+ : s)
#endif
    for (int i = 0; i < n; i++)
        s += x[i];
    y[0] = s;
}

void guarded_with_a_step(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
    int k = 0;
#ifdef _OPENMP
#pragma omp simd linear(k : 2)
#endif
    for (int i = 0; i < n; i++) {
        y[i] = x[i] + k;
        k += 2;
    }
}

void guarded_the_last_one(int n, const int *restrict x, int *restrict y, int *restrict z)
{
    (void)z;
    int last = 0;
#ifdef _OPENMP
#pragma omp parallel for lastprivate(last)
#endif
    for (int i = 0; i < n; i++) {
        last = x[i];
        y[i] = last;
    }
    z[0] = last;
}

typedef void form(int, const int *, int *, int *);

int main(void)
{
    static form *const forms[] = {without_waiting, atomically, in_turn, as_tasks, in_order, summed_in_vectors, with_a_step, the_last_one,
        guarded_without_waiting, guarded_atomically, guarded_in_turn, guarded_as_tasks, guarded_in_order, guarded_summed_in_vectors, guarded_with_a_step, guarded_the_last_one};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (int n = 1; n < 40; n += 6) {
            int *x = data_i32(n, 1, 50), *y = data_i32(n, 2, 60), *z = data_i32(n, 3, 60);
            forms[f](n, x, y, z);
            show("y", y, n, sizeof *y);
            show("z", z, n, sizeof *z);
            free(x);
            free(y);
            free(z);
        }
    return 0;
}
