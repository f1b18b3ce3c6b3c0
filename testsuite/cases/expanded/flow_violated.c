// polycc: --expand violated
// status: 1
// says: reads `t` before the value is written
/* No memory makes up for reading before writing. */
void scale(int n, const double *restrict a, double *restrict b)
{
    double t;
#pragma polycc schedule { S0[i] -> [1,i]; S1[i] -> [0,i] }
#pragma scop
    for (int i = 0; i < n; i++) {
        t = a[i] * 2 + i;
        b[i] = t * t;
    }
#pragma endscop
}
