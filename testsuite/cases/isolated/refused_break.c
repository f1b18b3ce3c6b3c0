// status: 1
// says: a statement with a `break` can't be isolated
void f(int n, double a[n])
{
    for (int i = 0; i < n; i++) {
#pragma polycc isolate
        {
            a[i] = 1;
            break;
        }
    }
}
