// expect: unchanged
/* Nothing is marked: the file goes through as it is. */
#include "bits.h"

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    memcpy(y, x, 8 * sizeof *y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
