// expect: contracted field
// expect: contracted slope
/* A file is opened between the loops that compute and those that write. It stays where it is opened in `named`, whose loop writes the name, and
   in `drawn`, where the caller's next random number would be another one. */
#include "bits.h"

#define N 120

static double named(const double *x, char letter)
{
    char name[12] = "/dev/null", mode[2] = "w";
    double row[N], sum = 0;
    for (int i = 0; i < N; i++) {
        row[i] = x[i] * 2;
        name[9] = letter;
    }
    FILE *out = fopen(name, mode);
    if (!out)
        return -1;
    for (int i = 0; i < N; i++) {
        sum += row[i] * row[i];
        fprintf(out, "%g\n", row[i]);
    }
    fclose(out);
    return sum;
}

static double drawn(const char *name)
{
    double row[N], sum = 0;
    for (int i = 0; i < N; i++)
        row[i] = rand() % 100;
    FILE *in = fopen(name, "r");
    if (in == NULL) {
        fprintf(stderr, "%s can't be read\n", name);
        return -1;
    }
    for (int i = 0; i < N; i++)
        sum += row[i] * row[i] + getc(in);
    fclose(in);
    return sum;
}

int main(void)
{
    static double field[N][N], slope[N][N];
    double *x = data_f64(N * N, 3), few[4];
    FILE *out, *log;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            field[i][j] = x[i * N + j] * 0.5 + j;
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            slope[i][j] = field[i + 1][j] - field[i - 1][j];
    if ((out = fopen("/dev/stdout", "w")) == NULL) {
        fprintf(stderr, "no output\n");
        exit(1);
    }
    log = fopen("/dev/null", "w");
    if (!log) {
        perror("log");
        fclose(out);
        return 1;
    }
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++) {
            fprintf(out, "%.17g%c", slope[i][j], j < N - 1 ? ' ' : '\n');
            fprintf(log, "%g\n", -slope[i][j]);
        }
    fclose(out);
    fclose(log);
    few[0] = named(x, '\0');
    few[1] = named(x, '/');
    few[2] = drawn("/dev/nulx");
    few[3] = drawn("/dev/null");
    show("few", few, 4, sizeof(double));
    free(x);
    return 0;
}
