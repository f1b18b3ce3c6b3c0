/* Readings of a sensor in integers: calibrated, the median of three, a low pass, an alarm. */
#include "program.h"

struct sensor {
    int offset, gain, limit;
    int count;
    int16_t *raw;
    unsigned char *alarm;
};

static void sense(struct sensor *s)
{
    int *value = malloc(s->count * sizeof(int));
    int *smooth = malloc(s->count * sizeof(int));
    for (int i = 0; i < s->count; i++)
        value[i] = (s->raw[i] - s->offset) * s->gain / 4;
    for (int i = 3; i < s->count; i++)
        smooth[i] = (value[i] + value[i - 1] + value[i - 2] + value[i - 3]) / 4;
    for (int i = 3; i < s->count; i++)
        s->alarm[i] = smooth[i] > s->limit;
    free(value);
    free(smooth);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    struct sensor s = {12, 5, 9000, n, shorts(n, 1), bytes(n, 2)};
    sense(&s);
    show("alarm", s.alarm, n);
    free(s.raw);
    free(s.alarm);
    return 0;
}
