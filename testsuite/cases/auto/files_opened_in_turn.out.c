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
    /* polycc: next[i][j] -> next[i % 2][j]; 2 * M cells instead of N * M */
    double next[2][M];
    int i, j, t;
    out = fopen("/dev/stdout", "a");
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            fprintf(out, "%d %g\n", i, u[i][j]);
    fclose(out);
    out = fopen("/dev/stdout", "a");
    for (t = 0; t < 3; t++) {
        for (j = 0; j < M; j++)
            next[0][j] = 0;
        double *next_0 = next[0], *next_1 = next[1];
        for (i = 0; i <= N; i++) {
            if (i < N - 1 && i >= 1) {
                next_0[0] = 0;
                next_0[M - 1] = 0;
                for (j = 1; j < M - 1; j++)
                    next_0[j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
            }
            else if (i == N - 1) {
                double *next_11 = next[(N - 1) % 2];
                for (j = 0; j < M; j++)
                    next_11[j] = 0;
            }
            if (i < N)
                for (j = 0; j < M; j++)
                    fprintf(out, "%a\n", next_0[j]);
            if (i >= 1)
                for (j = 0; j < M; j++)
                    u[i - 1][j] = next_1[j];
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
    }
    fclose(out);
}

/* One between a loop that draws numbers and one that writes. */
static void drawn(int n, const char *name)
{
    /* polycc: half[i] -> half; 1 cell instead of N */
    double half = 0;
    FILE *out = NULL;
    srand(7);
    out = fopen(name, "a");
    for (int i = 0; i < N; i++) {
        half = rand() % 100 * 0.5;
        fprintf(out, "%g\n", half + n);
    }
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
