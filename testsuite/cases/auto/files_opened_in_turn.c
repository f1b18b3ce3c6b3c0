// expect: contracted next
// expect: scalarized half
// expect: kept tested
// expect: kept shown
/* Files that are opened between loops that read and write others: they keep their place among these. A stream that is tested stays where
   it is, and so does one that somebody else may set. */
#include <stdio.h>
#include <stdlib.h>

#define N 60
#define M 40

static FILE *common;

static void opens(void)
{
    common = fopen("/dev/stdout", "a");
}

/* The border of `next` is set before the second file is opened. */
static void steps(double u[N][M])
{
    FILE *out;
    double next[N][M];
    int i, j, t;
    out = fopen("/dev/stdout", "a");
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            fprintf(out, "%d %g\n", i, u[i][j]);
    fclose(out);
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            next[i][j] = 0;
    out = fopen("/dev/stdout", "a");
    for (t = 0; t < 3; t++) {
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < M - 1; j++)
                next[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++)
                fprintf(out, "%a\n", next[i][j]);
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++)
                u[i][j] = next[i][j];
    }
    fclose(out);
}

/* One between a loop that draws numbers and one that writes. */
static void drawn(int n, const char *name)
{
    double half[N];
    FILE *out = NULL;
    srand(7);
    for (int i = 0; i < N; i++)
        half[i] = rand() % 100 * 0.5;
    out = fopen(name, "a");
    for (int i = 0; i < N; i++)
        fprintf(out, "%g\n", half[i] + n);
    fclose(out);
}

/* What is told of it in between needs the stream. */
static void tests(double u[N][M])
{
    FILE *out = fopen("/dev/stdout", "a");
    double tested[N][M];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            tested[i][j] = u[i][j] * 2;
            fprintf(out, "%d\n", i);
        }
    fclose(out);
    out = fopen("/dev/stdout", "a");
    if (out == NULL)
        return;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            fprintf(out, "%g\n", tested[i][j]);
    fclose(out);
}

/* A function opens it, too. */
static void others(double u[N][M])
{
    double shown[N][M];
    common = fopen("/dev/stdout", "a");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            shown[i][j] = u[i][j] * 2;
            fprintf(common, "%d\n", i);
        }
    fclose(common);
    opens();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            fprintf(common, "%g\n", shown[i][j]);
    fclose(common);
}

int main(void)
{
    static double u[N][M];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = (i * 7 + j * 3) % 11;
    steps(u);
    drawn(3, "/dev/stdout");
    tests(u);
    others(u);
    return 0;
}
