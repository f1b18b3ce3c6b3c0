#ifndef ODD_STAGES_H
#define ODD_STAGES_H

#ifdef WIDE
typedef double number;
typedef struct {
    double of;
} cell;
#else
typedef float number;
typedef struct {
    float of;
} cell;
#endif

struct seen;
static inline int tick(void)
{
    static int ticks;
    return ++ticks;
}

void by_macro(const float *in, float *out, int n);
void by_function(const float *in, float *out, int n);
void by_structure(const float *in, float *out, int n);
void by_type(const float *in, float *out, int n);
void by_cell(const float *in, float *out, int n);
void by_state(const float *in, float *out, int n);
void by_ticks(const float *in, float *out, int n);
void by_table(const float *in, float *out, int n);
void by_line(const float *in, float *out, int n);
__attribute__((noinline)) void by_attribute(const float *in, float *out, int n);
void by_stranger(const float *in, float *out, int n);
void captured(const float *in, float *out, int n);

#endif
