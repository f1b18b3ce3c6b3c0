// expect: contracted kept
/* Turns of a loop that `continue` ends where its counters say so: what follows runs otherwise. Where data say so, it stays one statement. */
#include "bits.h"

#define N 300

static void fields(int n, const double *restrict x, double *restrict force)
{
    /* polycc: kept[i * n + j] -> kept[j]; n cells instead of n * n */
    double *kept = malloc(sizeof(double[n]));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (j != i) {
                double apart = x[j] - x[i];
                kept[j] = apart / (0.01 + apart * apart);
            }
            else
                kept[i] = 0;
        }
        double sum = 0;
        if (n >= 2) {
            for (int j = 0; j < i; j++)
                sum += kept[j];
            for (int j = i + 1; j < n; j++)
                sum += kept[j];
        }
        force[i] = sum;
    }
    free(kept);
}

static int marked(int n, const int *restrict mask, int *restrict rank)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        rank[i] = -1;
        if (mask[i] == 0)
            continue;
        rank[i] = count++;
    }
    return count;
}

static void run(int n)
{
    double *x = data_f64(n, 3), *force = block(n, sizeof *force);
    int *mask = data_i32(n, 4, 3), *rank = block(n, sizeof *rank);
    fields(n, x, force);
    int count = marked(n, mask, rank);
    show("force", force, n, sizeof *force);
    show("rank", rank, n, sizeof *rank);
    show("count", &count, 1, sizeof count);
    free(x);
    free(force);
    free(mask);
    free(rank);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, N};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k]);
    return 0;
}
