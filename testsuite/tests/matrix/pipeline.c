/* Runs a pipeline of bench/ at given heights and widths. */
#include "bits.h"
#include "given.h"
#include "pipeline.h"

int main(void)
{
    int sizes[given_sizes()][2];
    take_sizes(sizes, sizeof sizes[0][0], 2);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)frames_read * h * w, 1), *out = data_f32((long)frames_written * h * w, 2);
        pipeline(h, w, in, out);
        show("out", out, (long)frames_written * h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
