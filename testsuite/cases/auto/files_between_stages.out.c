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
    /* polycc: field[i][j] -> field[i % 3][j]; 360 cells instead of 14400 */
    /* polycc: slope[i][j] -> slope[j]; 120 cells instead of 14400 */
    static double field[3][120], slope[120];
    double *x = data_f64(N * N, 3), few[4];
    FILE *out, *log;
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
    {
        double *field_0 = field[0], *field_1 = field[2], *field_2 = field[1];
        for (int i = 0; i < 120; i++) {
            for (int j = 0; j < 120; j++)
                field_0[j] = x[120 * i + j] * 0.5 + j;
            if (i >= 2) {
                for (int j = 0; j < 120; j++)
                    slope[j] = field_0[j] - field_2[j];
                for (int j = 0; j < 120; j++) {
                    fprintf(out, "%.17g%c", slope[j], j < N - 1 ? ' ' : '\n');
                    fprintf(log, "%g\n", -slope[j]);
                }
            }
            double *field_next = field_2;
            field_2 = field_1, field_1 = field_0, field_0 = field_next;
        }
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
