/* Readings of a sensor in integers: calibrated, the median of three, a low pass, an alarm. */
#include "program.h"

static int sense(const int16_t *raw, unsigned char *alarm, int n, int limit)
{
    int16_t *value = malloc(n * sizeof *value);
    int16_t *median = malloc(n * sizeof *median);
    int32_t state = 0;
    if (value == NULL || median == NULL)
        return -1;
    for (int i = 0; i < n; i++)
        value[i] = raw[i] - raw[i] / 8;
    for (int i = 1; i < n - 1; i++) {
        int16_t a = value[i - 1], b = value[i], c = value[i + 1];
        if (a > b) {
            int16_t t = a;
            a = b;
            b = t;
        }
        if (b > c)
            b = c;
        median[i] = a > b ? a : b;
    }
    for (int i = 1; i < n - 1; i++) {
        state += (median[i] - state) / 8;
        alarm[i] = state > limit;
    }
    free(value);
    free(median);
    return 0;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    int16_t *raw = shorts(n, 1);
    unsigned char *alarm = bytes(n, 2);
    sense(raw, alarm, n, 9000);
    show("alarm", alarm, n);
    free(raw);
    free(alarm);
    return 0;
}
