// status: 1
// says: can't be inside another
void f(int n, double a[n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
#pragma polycc isolate
        a[i] = i;
}
