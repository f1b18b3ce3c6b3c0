// polycc: --at length=50
// bytes: 1000 -> 40
// expect: contracted score
/* The best path through five states, log probabilities; fmaxf is a pure call, the candidate a
   scalar declared inside the loops. Two rows of five. */
#include <math.h>
#include "bits.h"

enum { STATES = 5 };

static void best_path(int length, const float enter[STATES], const float step[STATES][STATES],
                      const float emit[length][STATES], float final[STATES])
{
    /* polycc: score[i][j] -> score[i % 2][j]; 10 cells instead of length * 5 */
    float score[2][5];
#pragma scop
    for (int s = 0; s < STATES; s++)
        score[0][s] = enter[s] + emit[0][s];
    for (int t = 1; t < length; t++)
        for (int s = 0; s < STATES; s++) {
            float best = score[(t - 1) % 2][0] + step[0][s];
            for (int r = 1; r < STATES; r++) {
                const float candidate = score[(t - 1) % 2][r] + step[r][s];
                best = fmaxf(best, candidate);
            }
            score[t % 2][s] = best + emit[t][s];
        }
    for (int s = 0; s < STATES; s++)
        final[s] = score[(length - 1) % 2][s];
#pragma endscop
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 20};
    for (size_t s = 0; s < sizeof lengths / sizeof *lengths; s++) {
        int length = lengths[s];
        float *enter = data_f32(STATES, 67), *step = data_f32(STATES * STATES, 68);
        float *emit = data_f32(length * STATES, 69), *final = data_f32(STATES, 70);
        best_path(length, enter, (void *)step, (void *)emit, final);
        show("final", final, STATES, sizeof *final);
        free(enter);
        free(step);
        free(emit);
        free(final);
    }
    return 0;
}
