// status: 1
// says: what `mystery` does isn't known
void mystery(int n, double *a);

void f(int n, double a[n])
{
#pragma polycc isolate
    mystery(n, a);
}
