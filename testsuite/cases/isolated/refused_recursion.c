// status: 1
// says: calls itself
static void sum(int n, double a[8])
{
    a[n] = n;
    if (n > 0)
        sum(n - 1, a);
}

void f(double a[8])
{
#pragma polycc isolate
    sum(7, a);
}
