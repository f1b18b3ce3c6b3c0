// polycc: -I data
// with: data/blur_stages.c
// expect: contracted tmp
// says: `blur_rows`, `blur_columns`: inlined here
/* Both stages stand in another file: what they do comes into this one where memory is apart. Where it overlaps they are called as ever,
   and nothing else of them is here. */
#include "bits.h"
#include "blur_stages.h"

static void blur(const float *in, float *out, int w, int h)
{
    float *tmp = malloc(sizeof *tmp * w * h);
    if (!tmp)
        return;
    blur_rows(in, tmp, w, h);
    blur_columns(tmp, out, w, h);
    free(tmp);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *memory = data_f32(2L * h * w, 3);
        blur(memory, memory + h * w, w, h);
        show("apart", memory, 2L * h * w, sizeof *memory);
        blur(memory, memory, w, h);
        blur(memory, memory + 1, w, h);
        show("overlapping", memory, 2L * h * w, sizeof *memory);
        free(memory);
    }
    return 0;
}
