// expect: contracted lifted
// expect: contracted scaled
/* Stages over rows whose length is a parameter: the caller's arrays have rows of a variable that gets its value before they are
   declared, once or more than once, or lie in a structure. One that changes afterwards may be another size. */
#include "bits.h"

struct weights {
    float row[3][4];
};

static struct weights weights;

static void lift(int n, int m, double out[n][m], double in[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i][j] = 2 * in[i][j] + 1;
}

static double sum(int n, int m, double in[n][m])
{
    double all = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            all += in[i][j] / (i + j + 1);
    return all;
}

static double stages(int wanted, int width)
{
    int n = 3, m = width + 1;
    if (wanted > 0)
        n = wanted;
    /* polycc: in[i][j] -> in; 1 cell instead of n * m */
    /* polycc: lifted[i][j] -> lifted[j]; m cells instead of n * m */
    double in = 0, *lifted = malloc(sizeof(double[m]));
    double all;
    {
        double sum_all;
        /* sum */
        sum_all = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= width; j++) {
                in = 0.5 * i - j;
                /* lift */
                lifted[j] = 2 * in + 1;
            }
            for (int j = 0; j <= width; j++)
                sum_all += lifted[j] / (i + j + 1);
        }
        all = sum_all;
    }
    free(lifted);
    return all;
}

static void weigh(int n, float out[n][3], float in[n][4], float w[3][4])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            float all = 0;
            for (int j = 0; j < 4; j++)
                all += w[k][j] * in[i][j];
            out[i][k] = all;
        }
}

/* polycc: `weighed_apart` is `weighed` for sizes as they should be, in memory that doesn't overlap */
static float weighed_apart(int n)
{
    /* polycc: raw[i][j] -> raw[j]; 4 cells instead of n * 4 */
    /* polycc: scaled[i][j] -> scaled[j]; 3 cells instead of n * 3 */
    float *raw = malloc(sizeof(float[4])), *scaled = malloc(sizeof(float[3]));
    float all;
    all = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++)
            raw[j] = i - 0.25f * j;
        for (int k = 0; k < 3; k++) {
            /* weigh */
            float all_2 = 0;
            for (int j = 0; j < 4; j++)
                all_2 += weights.row[k][j] * raw[j];
            scaled[k] = all_2;
        }
        for (int k = 0; k < 3; k++)
            all += scaled[k] / (k + 1);
    }
    free(raw);
    free(scaled);
    return all;
}

static float weighed(int n)
{
    /* polycc: `weighed_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (28 * (long)n >= 33554432) {
        return weighed_apart(n);
    }
    float (*raw)[4] = malloc(n * sizeof *raw), (*scaled)[3] = malloc(n * sizeof *scaled);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            raw[i][j] = i - 0.25f * j;
    weigh(n, scaled, raw, weights.row);
    float all = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            all += scaled[i][k] / (k + 1);
    free(raw);
    free(scaled);
    return all;
}

/* the rows are longer than `m` says where it is handed on */
static double shorter(int n, int width)
{
    int m = 2 * width;
    double wide[n][m], more[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            wide[i][j] = i - j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            more[i][j] = 0;
    m = width;
    lift(n, m, (void *)more, (void *)wide);
    return sum(n, m, (void *)more);
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {5, 4}, {13, 29}, {75, 80}};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 4; j++)
            weights.row[k][j] = 1.5f * k - j;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1];
        double results[] = {stages(n, m), weighed(n), n && m ? shorter(n, m) : 0};
        show("results", results, 3, sizeof *results);
    }
    return 0;
}
