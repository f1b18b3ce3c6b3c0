[N] -> { [t, i, j] : -N < i < N and -N < j < N and (t = 0 or (t = 1 and (i <= 0 or (i = 1 and j <= 0))) or (t = -1 and (i >= 0 or (i = -1 and j >= 0)))) }
