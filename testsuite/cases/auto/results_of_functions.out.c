// expect: scalarized twice
// expect: scalarized half
// expect: kept quarter
/* What a function returns is a block of its own, so it is apart from what it was given; also where it is null in the end, and where
   another pointer tells of it behind the loops. */
#include <stdio.h>
#include <stdlib.h>

static int *between(const int *in, int n)
{
    /* polycc: twice[i] -> twice[0]; 1 cell instead of n */
    int *twice = malloc(sizeof(int));
    int *out = malloc(sizeof(int) * n);
    if (!twice || !out) {
        free(out);
        out = NULL;
        goto done;
    }
    for (int i = 0; i < n; i++) {
        twice[0] = 2 * in[i] + 1;
        out[i] = twice[0] * twice[0];
    }
done:
    free(twice);
    return out;
}

static int make(const int *in, int n, int **result)
{
    /* polycc: half[i] -> half[0]; 1 cell instead of n */
    int *half = malloc(sizeof(int));
    int *made = malloc(sizeof(int) * n);
    if (!half || !made)
        exit(1);
    for (int i = 0; i < n; i++) {
        half[0] = in[i] / 2;
        made[i] = half[0] + i;
    }
    free(half);
    *result = made;
    return n;
}

/* What is kept from the last call may be what is given to this one. */
static int *kept;
static void keeping(const int *in, int n)
{
    int *quarter = malloc(sizeof(int) * n);
    if (!kept)
        kept = malloc(sizeof(int) * n);
    for (int i = 0; i < n; i++)
        quarter[i] = in[n - 1 - i] / 4;
    for (int i = 0; i < n; i++)
        kept[i] = quarter[i] + 1;
    free(quarter);
}

int main(void)
{
    int in[50], *made;
    for (int i = 0; i < 50; i++)
        in[i] = i * i % 37 - 5;
    int *out = between(in, 50), n = make(in, 50, &made);
    keeping(in, 50);
    keeping(kept, 50);
    for (int i = 0; i < n; i++)
        printf("%d %d %d\n", out ? out[i] : 0, made[i], kept[i]);
    free(out);
    free(made);
    free(kept);
    return 0;
}
