/* The likelihood of the best path through a hidden Markov model. */
#include "program.h"

static float viterbi(const float *emit, const float *step, int n, int states)
{
    float *best = malloc((n + 1) * states * sizeof(float));
    float most;
    for (int s = 0; s < states; s++)
        best[s] = 0;
    for (int t = 1; t <= n; t++)
        for (int s = 0; s < states; s++) {
            float m = best[(t - 1) * states] + step[s];
            for (int from = 1; from < states; from++) {
                float p = best[(t - 1) * states + from] + step[from * states + s];
                if (p > m)
                    m = p;
            }
            best[t * states + s] = m + emit[(t - 1) * states + s];
        }
    most = best[n * states];
    for (int s = 1; s < states; s++)
        if (best[n * states + s] > most)
            most = best[n * states + s];
    free(best);
    return most;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *emit = floats((size_t)n * 8, 1), *step = floats(8 * 8, 2);
    float most = viterbi(emit, step, n, 8);
    show("most", &most, sizeof most);
    free(emit);
    free(step);
    return 0;
}
