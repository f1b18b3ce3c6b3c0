/* The likelihood of the best path through a hidden Markov model. */
#include "program.h"

enum { STATES = 8 };

static float viterbi(int n, const float emit[restrict n][STATES], const float step[restrict STATES][STATES])
{
    float (*best)[STATES] = malloc(sizeof(float[n + 1][STATES]));
    for (int s = 0; s < STATES; s++)
        best[0][s] = 0;
    for (int t = 1; t <= n; t++)
        for (int s = 0; s < STATES; s++) {
            float most = best[t - 1][0] + step[0][s];
            for (int from = 1; from < STATES; from++)
                if (best[t - 1][from] + step[from][s] > most)
                    most = best[t - 1][from] + step[from][s];
            best[t][s] = most + emit[t - 1][s];
        }
    float most = best[n][0];
    for (int s = 1; s < STATES; s++)
        if (best[n][s] > most)
            most = best[n][s];
    free(best);
    return most;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *emit = floats((size_t)n * STATES, 1), *step = floats(STATES * STATES, 2);
    float most = viterbi(n, (void *)emit, (void *)step);
    show("most", &most, sizeof most);
    free(emit);
    free(step);
    return 0;
}
