// status: 1
// says: the subscript of `a` isn't affine
void f(int n, double *a, const int *where)
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[where[i]] = 1;
}
