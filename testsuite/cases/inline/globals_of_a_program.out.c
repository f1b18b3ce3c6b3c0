// expect: scalarized height
// expect: scalarized slope
// says: inlined here
/* A program of one file, as one writes it first: arrays of the file, functions without arguments. Nobody else runs, so nobody else looks. */
#include "bits.h"

#define POINTS 300

/* polycc: height[i] -> height; 1 cell instead of POINTS */
/* polycc: slope[i] -> slope; 1 cell instead of POINTS */
double height = 0, slope = 0, flow[POINTS];
int points = POINTS;

int main(void)
{
    for (int i = 0; i < points; i++) {
        /* raise_ground */
        height = (i * 7 % 31) / 16.0;
        /* measure */
        slope = height * height - 0.5 * height;
        /* run_off */
        flow[i] = slope + 0.25 * height;
    }
    show("flow", flow, POINTS, sizeof *flow);
    return 0;
}
