/* Loops inside of a loop that isn't taken: the next turn finds what this one leaves, though nobody uses it behind. */
#include "bits.h"

int main(void)
{
    double now[4] = {1, 2, 3, 4}, factor = 1, time = 0;
    while (time < 5) {
        double change[4];
        for (int i = 0; i < 4; i++)
            change[i] = now[3 - i] * factor;
        for (int i = 0; i < 4; i++)
            now[i] = now[i] + change[i];
        factor = change[2];
        show("first", &now[0], 1, sizeof now[0]);
        printf("%a\n", now[0]);
        time += 1;
    }
    double old[4] = {1, 2, 3, 4}, sum = 0;
    do {
        double change[4];
        for (int i = 0; i < 4; i++)
            change[i] = old[3 - i];
        for (int i = 0; i < 4; i++)
            old[i] = old[i] + 0.5 * change[i];
        sum = sum + old[0];
        printf("%a %a\n", old[0], sum);
        time += 1;
    } while (time < 9);
    return 0;
}
