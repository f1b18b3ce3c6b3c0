// bytes: 12800 -> 16
// expect: scalarized force
// expect: scalarized speed
// says: what isn't is not computed any more
/* Arrays that are set to zero before each of their cells is computed: the zeros go, and the loops join. */
#include "bits.h"

#define BODIES 800

int main(void)
{
    /* polycc: force[i] -> force; 1 cell instead of BODIES */
    /* polycc: speed[i] -> speed; 1 cell instead of BODIES */
    double place[BODIES], force = 0, speed = 0;
    int i, step;
    for (i = 0; i < BODIES; i++)
        place[i] = 0;
    for (i = 0; i < BODIES; i++)
        place[i] = (i * 5 % 17) / 8.0;
    for (step = 0; step < 40; step++)
        for (i = 0; i < BODIES; i++) {
            force = 0.25 - place[i] * place[i];
            speed = 0.5 * force + 0.125 * place[i];
            place[i] += 0.0625 * speed;
        }
    show("place", place, BODIES, sizeof *place);
    return 0;
}
