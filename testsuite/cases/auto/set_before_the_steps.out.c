// expect: contracted next
// expect: contracted rows
// expect: scalarized saved
// expect: kept shown
// expect: kept begun
// expect: kept counted
// expect: kept threaded
// expect: kept called
/* Arrays that are set where all others are, although each step writes all that it reads of them: nobody reads what they are set to.
   `shown` is printed behind, `begun` is read by the first step, the counter of the loop that sets `counted` is looked at, a pragma
   stands above the one that sets `threaded`, and the one that sets `called` begins with a call that counts. */
#include "bits.h"

#include <math.h>

/* Set in a loop together with what stays. */
static double smooth(int n, int limit, const double *x)
{
    /* polycc: next[i] -> next[i % 1025]; 1025 cells instead of n */
    double u[n], next[1025], change = 1;
    for (int i = 0; i < n; i++) {
        u[i] = x[i];
    }
    for (int step = 0; step < limit && change > 1e-3; step++) {
        change = 0;
        for (long t = 0; t < (long)n; t += 1024) {
            for (int i = 1 > t ? 1 : t; i <= (n - 2 < t + 1023 ? n - 2 : t + 1023); i++)
                next[i - t + 1] = (u[i - 1] + u[i] + u[i + 1]) / 3;
            for (int i = 2 > t ? 2 : t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++) {
                double d = next[i - t] - u[i - 1];
                change += d * d;
                u[i - 1] = next[i - t];
            }
            next[0] = next[1024];
        }
    }
    return u[n / 2] + change;
}

/* A block of rows, set in loops of their own. */
static double relax(int limit, int h, int w, const double *x)
{
    int i, j, step = 0;
    /* polycc: rows[i][j] -> rows[i % 2][j]; 2 * w cells instead of h * w */
    double (*u)[w] = malloc(sizeof(double[h][w])), (*rows)[w] = malloc(sizeof(double[2][w])), change;
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            u[i][j] = x[i * w + j];
    do {
        change = 0;
        if (h >= 3) {
            double *rows_0 = rows[1], *rows_1 = rows[0];
            for (i = 1; i < h; i++) {
                if (i < h - 1)
                    for (j = 1; j < w - 1; j++)
                        rows_0[j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                if (i >= 2)
                    for (j = 1; j < w - 1; j++) {
                        change += (rows_1[j] - u[i - 1][j]) * (rows_1[j] - u[i - 1][j]);
                        u[i - 1][j] = rows_1[j];
                    }
                double *rows_next = rows_1;
                rows_1 = rows_0, rows_0 = rows_next;
            }
        }
    } while (change > 1e-4 && ++step < limit);
    double sum = 0;
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            sum += u[i][j] * (i + 2 * j);
    free(rows);
    free(u);
    return sum;
}

/* Set by a call, and once more in the steps, to nothing that anybody needs. */
static double swept(int n, int limit, const double *x)
{
    /* polycc: saved[i] -> saved; 1 cell instead of n */
    double u[n], saved = 0, most = 1;
    for (int i = 0; i < n; i++)
        u[i] = x[i];
    for (int step = 0; step < limit && most > 1e-6; step++) {
        most = 0;
        for (int i = 0; i < n; i++) {
            saved = u[i];
            u[i] = 0.5 * u[i] + 0.25;
            if (fabs(u[i] - saved) > most)
                most = fabs(u[i] - saved);
        }
        if (step % 2)
            for (int i = 0; i < n; i++) {
            }
    }
    return u[0] + most;
}

static int begun_so_often;

static int begin(void)
{
    begun_so_often++;
    return 0;
}

static double traps(int n, int limit, const double *x, double *seen)
{
    int k;
    double u[n], shown[n], begun[n], counted[n], threaded[n], called[n], change = 1;
    for (k = 0; k < n; k++)
        counted[k] = 1;
    *seen = k;
    for (int i = 0; i < n; i++) {
        u[i] = x[i];
        shown[i] = -x[i];
        begun[i] = 2;
    }
    for (int i = begin(); i < n; i++)
        called[i] = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        threaded[i] = 0;
    for (int step = 0; step < limit && change > 1e-3; step++) {
        change = 0;
        for (int i = 1; i < n - 1; i++) {
            shown[i] = u[i - 1] + u[i + 1];
            begun[i] = begun[i] * 0.5 + u[i];
            counted[i] = u[i] - u[i + 1];
            threaded[i] = u[i] * u[i];
            called[i] = u[i] - u[i - 1];
        }
        for (int i = 1; i < n - 1; i++) {
            change += counted[i] * counted[i] + threaded[i] + called[i];
            u[i] = 0.25 * shown[i] + 0.125 * begun[i];
        }
    }
    for (int i = 0; i < n; i++)
        change += shown[i] + u[i];
    return change;
}

int main(void)
{
    double *x = data_f64(1200, 3), all[20];
    for (int i = 0; i < 4; i++) {
        int n = 1 + 30 * i;
        all[5 * i] = smooth(n, 5 + i, x);
        all[5 * i + 1] = relax(4, 2 + 7 * i, 3 + 5 * i, x);
        all[5 * i + 2] = swept(n, 6, x);
        all[5 * i + 3] = traps(n, 4, x, &all[5 * i + 4]);
    }
    show("all", all, 20, sizeof(double));
    show("begun", &begun_so_often, 1, sizeof(int));
    free(x);
    return 0;
}
