/* Blocks that functions of the file obtain for pointers of the file, work with, and release: once the calls are inlined, `main` is the only
   one that names them. What a function that is called through a pointer names stays the file's. */
#include "bits.h"

static int n;
static double *now, *next;
static float *seen, *unseen;

/* called through a pointer */
static void look(void)
{
    show("unseen", unseen, n, sizeof *unseen);
}

static void (*looking)(void) = look;


static void release(void)
{
    free(now);
    free(next);
    free(seen);
    free(unseen);
}

int main(void)
{
    n = 65;
    { /* allocate */
        now = malloc(n * n * sizeof(double));
        /* polycc: next[i * n + j] -> next[(i % 2) * n + j]; 2 * n cells instead of n * n */
        next = malloc(sizeof(double) * 2 * n);
        if (now == NULL || next == NULL) {
            fprintf(stderr, "no memory\n");
            exit(1);
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            /* start */
            now[i * n + j] = (7 * i + 3 * j) % 19;
    for (int t = 0; t < 7; t++) {
        double *next_0 = &next[n], *next_1 = &next[0];
        for (int i = 1; i < n; i++) {
            if (i < n - 1)
                for (int j = 1; j < n - 1; j++)
                    /* step */
                    next_0[j] = 0.25 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1]);
            if (i >= 2)
                for (int j = 1; j < n - 1; j++)
                    now[(i - 1) * n + j] = next_1[j];
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
    /* polycc: seen[i] -> seen[i % 1026]; 1026 cells instead of n */
    seen = malloc(sizeof(float[1026]));
    unseen = data_f32(n, 5);
    for (long t = 0; t < (long)n; t += 1024) {
        for (int i = t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
            /* blur */
            seen[i - t + 2] = unseen[i] / 3;
        for (int i = 2 > t ? 2 : t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
            unseen[i - 1] = seen[i - t] + seen[i - t + 2];
        seen[0] = seen[1024];
        seen[1] = seen[1025];
    }
    looking();
    double *out = block(n * n, sizeof *out);
    for (int i = 0; i < n * n; i++)
        out[i] = now[i];
    show("out", out, n * n, sizeof *out);
    free(out);
    release();
    return 0;
}
