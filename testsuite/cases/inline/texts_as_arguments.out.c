// polycc: --optimize speed
// expect: contracted scaled
/* A stage that gets a text with its array: the text stands where the parameter did. One that does more with it stays a call. */
#include "bits.h"

#define N 64

static void titled(const char *title, int n, const float *values)
{
    while (*title)
        putchar(*title++);
    for (int i = 0; i < n; i++)
        printf(" %g", values[i]);
    printf("\n");
}

static void squares(void)
{
    /* polycc: plain[i][j] -> plain; 1 cell instead of N * N */
    /* polycc: scaled[i][j] -> scaled[j]; N cells instead of N * N */
    float plain = 0, scaled[N];
    /* show_as */
    printf("%s:\n", "scaled, \"by\" 0.5");
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            plain = i * 3 + j;
            scaled[j] = plain * 0.5f;
        }
        for (int j = 0; j < N; j++)
            printf("%8.4f ", scaled[j]);
        printf("\n");
    }
}

static void rows(void)
{
    float row[N];
    for (int i = 0; i < N; i++)
        row[i] = i * 0.25f;
    titled("quarters", N, row);
}

int main(void)
{
    squares();
    rows();
    return 0;
}
