// status: 1
// says: the target of a jump can't be isolated
void f(int n, double a[n])
{
    if (n > 7)
        goto inside;
#pragma polycc isolate
    for (int i = 0; i < 7; i++) {
        a[i] = 1;
    inside:
        a[i] = 2;
    }
}
