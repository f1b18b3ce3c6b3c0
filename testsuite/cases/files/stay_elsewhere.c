// polycc: -I data -v --message-format json
// with: data/odd_stages.c
// expect: unchanged
// says: `GAIN`
// says: `curve` isn't the same in `files/stay_elsewhere.c` and `data/odd_stages.c`
// says: `point` isn't the same
// says: `number` isn't the same
// says: `cell` isn't the same
// says: it uses the variable `calls` of `data/odd_stages.c`
// says: it has a variable that lives on
// says: it does more with `table` than to read it
// says: it is declared with an attribute
// says: `files/stay_elsewhere.c` doesn't declare `stranger`
/* Stages of another file that would mean something else here, each for its own reason: they stay calls. */
#include "bits.h"
#include "odd_stages.h"

#define GAIN 5
#define step strep
struct point {
    float first, second;
};

static float curve(float v)
{
    return v * v * v * GAIN;
}

static int calls = 7;

static void pipeline(const float *in, float *out, int n)
{
    float *a = malloc(sizeof *a * (n + 1)), *b = malloc(sizeof *b * (n + 1));
    by_macro(in, a, n);
    by_function(a, b, n);
    by_structure(b, a, n);
    by_type(a, b, n);
    by_cell(b, a, n);
    by_cell(a, b, n);
    by_state(b, a, n);
    by_ticks(a, b, n);
    by_table(b, a, n);
    by_line(a, b, n);
    by_attribute(b, a, n);
    by_stranger(a, b, n);
    captured(b, out, n);
    free(a);
    free(b);
}

int main(void)
{
    float *in = data_f32(100, 3), *out = data_f32(100, 5);
    pipeline(in, out, 100);
    struct point p = {curve(out[0]), calls + tick() + 2 * sizeof(number)};
    show("out", out, 100, sizeof *out);
    show("p", &p, 1, sizeof p);
    free(in);
    free(out);
    return 0;
}
