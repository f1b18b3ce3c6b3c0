// status: 1
// says: are the same memory
static void shift(int n, double to[n], const double from[n])
{
    for (int i = 1; i < n; i++)
        to[i] = from[i - 1];
}

void f(int n, double a[n])
{
#pragma polycc isolate
    shift(n, a, a);
}
