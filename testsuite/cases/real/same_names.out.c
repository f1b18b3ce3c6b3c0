// polycc: --at n=20,m=30
// bytes: 4800 -> 240
// expect: contracted tmp
/* The name of the temporary is used elsewhere: a function, a member, a macro's parameter, a label,
   a variable of another function and of an inner block. Only the array changes. */
#include "bits.h"

struct holder {
    int tmp;
};

#define TWICE(tmp) (2 * (tmp))

static int other(int tmp)
{
    struct holder h = {.tmp = tmp};
    return TWICE(h.tmp);
}

static void rows(int n, int m, double in[n][m], double out[n][m])
{
    /* polycc: tmp[i][j] -> tmp[j]; m cells instead of n * m */
    double tmp[m];
    {
        int tmp = other(n); /* shadows the array */
        printf("tmp %d\n", tmp);
    }
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            tmp[j] = in[i][j] * in[i][j];
        for (int j = 0; j < m; j++)
            out[i][j] = tmp[m - j - 1];
    }
#pragma endscop
    goto tmp;
tmp:
    printf("tmp done\n");
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *tmp = data_f64(n * m, 111), *out = data_f64(n * m, 112);
        rows(n, m, (void *)tmp, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(tmp);
        free(out);
    }
    return 0;
}
