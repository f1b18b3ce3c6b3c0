static double shift(int n, double *restrict x, const void *tag)
{
    double t[n + 1];
    t[0] = 0;
    for (int i = 0; i < n; i++)
        t[i + 1] = t[i] + x[i];
    for (int i = 0; i < n; i++)
        x[i] = t[i + 1];
    return tag ? x[0] : 0;
}

double shifted(double *x)
{
    return shift(9, x, x);
}
