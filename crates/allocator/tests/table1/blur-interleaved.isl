[N] -> { [x, y] : (1 <= x < N and 0 <= y <= 1) or (0 <= x < N and -2 <= y <= -1 and y > -N) or (-N < x <= 0 and x <= y and -1 <= y <= 2 and y < N) }
