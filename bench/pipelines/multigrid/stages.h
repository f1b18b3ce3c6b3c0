#include "program.h"

void smooth(const double *u, const double *f, double *out, int w, int h);
void residual(const double *u, const double *f, double *r, int w, int h);
void coarsen(const double *fine, double *coarse, int w, int h);
void refine(const double *coarse, double *fine, int w, int h);
void correct(double *u, const double *e, int w, int h);
void clear(double *u, int n);
