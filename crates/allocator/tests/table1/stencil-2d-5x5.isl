[N] -> { [x, y] : -N < x < N and -N < y < N and (x < 2 or y < 2) and (x > -2 or y > -2) }
