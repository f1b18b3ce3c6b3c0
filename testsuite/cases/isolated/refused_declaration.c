// status: 1
// says: a declaration can't be isolated
void f(int n, double a[n])
{
#pragma polycc isolate
    double first = a[0];
    a[1] = first;
}
