// status: 1
// says: stands before no statement
void f(int n, double a[n])
{
    a[0] = 1;
#pragma polycc isolate
}

#pragma polycc isolate
int x;
