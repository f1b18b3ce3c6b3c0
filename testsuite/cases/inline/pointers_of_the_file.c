/* Blocks that functions of the file obtain for pointers of the file, work with, and release: once the calls are inlined, `main` is the only
   one that names them. What a function that is called through a pointer names stays the file's. */
#include "bits.h"

static int n;
static double *now, *next;
static float *seen, *unseen;

static void allocate(void)
{
    now = malloc(n * n * sizeof(double));
    next = malloc(n * n * sizeof(double));
    if (now == NULL || next == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
}

static void start(void)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            now[i * n + j] = (7 * i + 3 * j) % 19;
}

static void step(void)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[i * n + j] = 0.25 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1]);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            now[i * n + j] = next[i * n + j];
}

/* called through a pointer */
static void look(void)
{
    show("unseen", unseen, n, sizeof *unseen);
}

static void (*looking)(void) = look;

static void blur(void)
{
    for (int i = 0; i < n; i++)
        seen[i] = unseen[i] / 3;
    for (int i = 1; i < n - 1; i++)
        unseen[i] = seen[i - 1] + seen[i + 1];
}


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
    allocate();
    start();
    for (int t = 0; t < 7; t++)
        step();
    seen = malloc(n * sizeof *seen);
    unseen = data_f32(n, 5);
    blur();
    looking();
    double *out = block(n * n, sizeof *out);
    for (int i = 0; i < n * n; i++)
        out[i] = now[i];
    show("out", out, n * n, sizeof *out);
    free(out);
    release();
    return 0;
}
