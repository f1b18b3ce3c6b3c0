// status: 1
// says: a statement with a `return` can't be isolated
int f(int n, double a[n])
{
#pragma polycc isolate
    {
        a[0] = 1;
        return n;
    }
}
