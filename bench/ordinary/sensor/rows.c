/* Readings of a sensor in integers: calibrated, the median of three, a low pass, an alarm. */
#include "program.h"

static void sense(int n, const int16_t raw[restrict n], unsigned char alarm[restrict n], int limit)
{
    int *value = malloc(sizeof(int[n]));
    int *median = malloc(sizeof(int[n]));
    int *smooth = malloc(sizeof(int[n]));
    for (int i = 0; i < n; i++)
        value[i] = (raw[i] - 12) * 5 / 4;
    for (int i = 2; i < n; i++) {
        int a = value[i - 2], b = value[i - 1], c = value[i];
        median[i] = a < b ? (b < c ? b : (a < c ? c : a)) : (a < c ? a : (b < c ? c : b));
    }
    for (int i = 5; i < n; i++)
        smooth[i] = (median[i] + median[i - 1] + median[i - 2] + median[i - 3]) / 4;
    for (int i = 5; i < n; i++)
        alarm[i] = smooth[i] > limit;
    free(value);
    free(median);
    free(smooth);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    int16_t *raw = shorts(n, 1);
    unsigned char *alarm = bytes(n, 2);
    sense(n, raw, alarm, 9000);
    show("alarm", alarm, n);
    free(raw);
    free(alarm);
    return 0;
}
