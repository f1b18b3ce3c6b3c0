// status: 1
// says: of which no size is known
void f(int n, const double *restrict a, double *restrict b)
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        if (a[i] > 1)
            b[2 * i] = a[i];
}
