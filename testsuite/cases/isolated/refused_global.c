// status: 1
// says: which is no parameter of it
static double table[8];

static void add(int n, double a[n])
{
    for (int i = 0; i < n && i < 8; i++)
        a[i] += table[i];
}

void f(int n, double a[n])
{
#pragma polycc isolate
    add(n, a);
}
