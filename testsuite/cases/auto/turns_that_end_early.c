// expect: contracted kept
/* Turns of a loop that `continue` ends where its counters say so: what follows runs otherwise. Where data say so, it stays one statement. */
#include "bits.h"

#define N 300

static void fields(int n, const double *restrict x, double *restrict force)
{
    double *kept = malloc((size_t)n * n * sizeof *kept);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j) {
                kept[i * n + j] = 0;
                continue;
            }
            double apart = x[j] - x[i];
            kept[i * n + j] = apart / (0.01 + apart * apart);
        }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            sum += kept[i * n + j];
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
