// polycc: --optimize speed
// expect: contracted t
/* What compilers take beside C11: none of it keeps loops from being taken that don't use it. */
#include "bits.h"

typedef __int128 wide;
typedef struct __attribute__((packed)) Pair { char first; int second; } Pair;
_Static_assert(sizeof(int) == 4);
static __thread int calls;
#ifdef __clang__
static double quad = 1;
#else
static _Float128 quad = 1;
#endif

static double scale$ = 2;

static int kind(int n)
{
    __auto_type result = n;
    switch (n) {
    case 1:
        result++;
        __attribute__((fallthrough));
    case 2:
        result++;
    default:
#ifdef __clang__
        ;
#endif
    }
    if (result < 0)
        goto end;
    result += sizeof(Pair);
end:
#ifdef __clang__
    ;
#endif
    __extension__ wide large = result;
    return (int)large;
}

int main(void)
{
    int sizes[] = {1, 2, 5, 8};
    for (int k = 0; k < 4; k++) {
        int n = sizes[k];
        /* polycc: x[i][j] -> x; 1 cell instead of n * n */
        double x = 0, y[n][n];
        {
            /* polycc: t[i][j] -> t[i % 2][j]; 2 * n cells instead of n * n */
            double t[2][n];
            double *t_0 = t[0], *t_1 = t[1];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    x = i - 2.5 * j;
                    y[i][j] = 0;
                    /* smooth */
                    t_0[j] = x * scale$;
                }
                if (i >= 1)
                    for (int j = 0; j < n; j++)
                        y[i][j] = t_0[j] + t_1[j];
                double *t_next = t_1;
                t_1 = t_0, t_0 = t_next;
            }
        }
        calls++;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                printf("%a\n", y[i][j]);
    }
    printf("%d %d %g\n", calls, kind(1), (double)quad);
    return 0;
}
