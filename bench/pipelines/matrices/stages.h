#include "program.h"

void multiply(int n, int k, int m, double a[n][k], double b[k][m], double out[n][m]);
void add(int n, int m, double a[n][m], double b[n][m], double out[n][m]);
void scale_rows(int n, int m, double a[n][m], double by[n], double out[n][m]);
void row_sums(int n, int m, double a[n][m], double out[n]);
