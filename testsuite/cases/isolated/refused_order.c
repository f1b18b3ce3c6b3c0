// status: 1
// says: this region has an isolated statement
void f(int n, double a[n], double b[n])
{
#pragma polycc schedule { S0[i] -> [i]; S1[i] -> [i] }
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        b[i] = a[i];
#pragma endscop
}
