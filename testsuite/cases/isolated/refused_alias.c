// status: 1
// says: may be the same memory
void f(int n, double a[n])
{
    double *behind = a + 1;
#pragma polycc isolate
    for (int i = 0; i < n - 1; i++)
        behind[i] = a[i];
}
