// polycc: -I data --optimize memory
// with: data/line_stages.c
// expect: scalarized lifted
/* The only call of a function goes, and with it the function, which alone uses an array of the file; its stages stand in another file. */
#include "bits.h"
#include "line_stages.h"

#define N 100

/* polycc: lifted[i] -> lifted; 1 cell instead of N */
static float lifted = 0;

int main(void)
{
    static const int lengths[] = {0, 1, 2, 17, 100};
    for (int s = 0; s < 5; s++) {
        int n = lengths[s];
        /* polycc: in[i] -> in; 1 cell instead of N */
        /* polycc: out[i] -> out; 1 cell instead of N */
        float in = 0, out = 0, sum = 0;
        for (int i = 0; i < n; i++) {
            in = i * 0.375f - 3;
            /* process */
            /* lift */
            lifted = in + 1;
            /* scale */
            out = lifted * 3;
            sum += out;
        }
        show("sum", &sum, 1, sizeof sum);
    }
    return 0;
}
