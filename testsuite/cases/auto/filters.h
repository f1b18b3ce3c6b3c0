/* Functions in a header: they are as they are for everybody who includes it. */
static inline void halve(int n, const double *x, double *y)
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 0.5 * x[i];
        y[i] = t[i];
    }
}
