// status: 1
// says: of which no size is known
void f(int n, double *a, const int *where)
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        a[where[i]] = 1;
}
