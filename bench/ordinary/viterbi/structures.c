/* The likelihood of the best path through a hidden Markov model. */
#include "program.h"

typedef struct {
    int states;
    float *step; /* states x states */
} model;

typedef struct {
    int n;
    float *emit; /* n x states */
} sequence;

static float viterbi(const model *m, const sequence *o)
{
    int k = m->states;
    float *best = malloc((o->n + 1) * k * sizeof(float));
    float most;
    for (int s = 0; s < k; s++)
        best[s] = 0;
    for (int t = 1; t <= o->n; t++)
        for (int s = 0; s < k; s++) {
            float top = best[(t - 1) * k] + m->step[s];
            for (int from = 1; from < k; from++) {
                float p = best[(t - 1) * k + from] + m->step[from * k + s];
                if (p > top)
                    top = p;
            }
            best[t * k + s] = top + o->emit[(t - 1) * k + s];
        }
    most = best[o->n * k];
    for (int s = 1; s < k; s++)
        if (best[o->n * k + s] > most)
            most = best[o->n * k + s];
    free(best);
    return most;
}

int main(int argc, char **argv)
{
    sequence o = {size(argc, argv, 1), NULL};
    model m = {8, floats(64, 2)};
    o.emit = floats((size_t)o.n * 8, 1);
    float most = viterbi(&m, &o);
    show("most", &most, sizeof most);
    free(o.emit);
    free(m.step);
    return 0;
}
