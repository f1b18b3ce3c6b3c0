/* What a pipeline is to the harness. */
#ifndef PIPELINE_H
#define PIPELINE_H

#include <math.h>
#include <stdlib.h>

/* Frames of h x w floats that a pipeline reads and writes. */
extern const int frames_read, frames_written;

/* Computes the frames `out` from the frames `in`. */
void pipeline(int h, int w, const float *in, float *out);

#endif
