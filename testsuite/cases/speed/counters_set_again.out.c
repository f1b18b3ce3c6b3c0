/* Counters of the whole function: what loops leave in them is nobody's where something else is assigned first, in whatever way; where it
   isn't, the loops stay as they are. */
#include "bits.h"

enum { N = 200 };

static double in[N][N], out[N][N];

static void set_again(void)
{
    /* polycc: t[i][j] -> t; 1 cell instead of 40000 */
    static double t = 0;
    int i, j;
    for (i = 0; i < 200; i++)
        for (j = 0; j < 200; j++) {
            t = in[i][j] * 2;
            out[i][j] = t + 1;
        }
    i = N / 2;
    for (j = 0; j < N; j++)
        show("middle", &out[i][j], 1, sizeof out[i][j]);
    for (i = 0; i < N; i++) {
        j = N / 3;
        show("column", &out[i][j], 1, sizeof out[i][j]);
    }
}

static int asked_for(int again)
{
    static double t[N][N];
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            t[i][j] = in[i][j] * 3;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            out[i][j] = t[i][j] + 1;
    if (again)
        i = N / 2;
    j = 0;
    return i + j;
}

static int in_turns(void)
{
    static double t[N][N];
    int i = 3, j, all = 0;
    for (int turn = 0; turn < 3; turn++) {
        all += i;
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                t[i][j] = in[i][j] * turn;
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                out[i][j] = t[i][j] + out[i][j];
    }
    i = 0;
    return all + i;
}

static int at_a_label(int k)
{
    static double t[N][N];
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            t[i][j] = in[i][j] * 4;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            out[i][j] = t[i][j] + 1;
    if (k > 0)
        goto last;
    i = 5;
last:
    return i;
}

int main(void)
{
    double *data = data_f64(N * N, 3);
    memcpy(in, data, sizeof in);
    set_again();
    int first = asked_for(0), second = asked_for(1), turns = in_turns();
    show("out", out, N * N, sizeof **out);
    int label = at_a_label(1), none = at_a_label(0);
    show("first", &first, 1, sizeof first);
    show("second", &second, 1, sizeof second);
    show("turns", &turns, 1, sizeof turns);
    show("label", &label, 1, sizeof label);
    show("none", &none, 1, sizeof none);
    show("out", out, N * N, sizeof **out);
    free(data);
    return 0;
}
