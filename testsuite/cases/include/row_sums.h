/* Loops for whoever includes them, with `t`, `x` and `y` around. */
for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
        t[i][j] = x[i][j] * 2;
    for (int j = 0; j < n; j++)
        y[i] += t[i][j];
}
