// expect: scalarized height
// expect: scalarized slope
// says: inlined here
/* A program of one file, as one writes it first: arrays of the file, functions without arguments. Nobody else runs, so nobody else looks. */
#include "bits.h"

#define POINTS 300

double height[POINTS], slope[POINTS], flow[POINTS];
int points = POINTS;

void raise_ground(void)
{
    int i;
    for (i = 0; i < points; i++)
        height[i] = (i * 7 % 31) / 16.0;
}

void measure(void)
{
    int i;
    for (i = 0; i < points; i++)
        slope[i] = height[i] * height[i] - 0.5 * height[i];
}

void run_off(void)
{
    int i;
    for (i = 0; i < points; i++)
        flow[i] = slope[i] + 0.25 * height[i];
}

int main(void)
{
    raise_ground();
    measure();
    run_off();
    show("flow", flow, POINTS, sizeof *flow);
    return 0;
}
