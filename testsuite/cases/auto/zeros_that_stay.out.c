/* An array of zeros that nothing writes is read beside one of which the program writes a part. */
#include "bits.h"

int main(void)
{
    /* polycc: some[i] -> some; 1 cell instead of 40 */
    static double none[6][40], some = 0;
    double *a = data_f64(40, 1), total = 0;
    for (int i = 0; i < 40; i++) {
        some = 0;
        if (i >= 1 && i < 30)
            some = a[i] * 2;
        total += some * i + a[i];
    }
    for (int q = 0; q < 6; q++)
        for (int i = 0; i < 40; i++)
            total += none[q][i] * (q + i);
    show("total", &total, 1, sizeof total);
    free(a);
    return 0;
}
