# args: --json --method combined
[N] -> { [x,y] : N >= 3 and -N < x, y < N and not (x >= 2 and y >= 2) and not (x <= -2 and y <= -2) }
