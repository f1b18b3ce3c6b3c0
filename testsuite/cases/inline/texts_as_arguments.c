// polycc: --optimize speed
// expect: contracted scaled
/* A stage that gets a text with its array: the text stands where the parameter did. One that does more with it stays a call. */
#include "bits.h"

#define N 64

static void show_as(const char *name, float m[N][N])
{
    printf("%s:\n", name);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%8.4f ", m[i][j]);
        printf("\n");
    }
}

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
    float plain[N][N], scaled[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            plain[i][j] = i * 3 + j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            scaled[i][j] = plain[i][j] * 0.5f;
    show_as("scaled, \"by\" 0.5", scaled);
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
