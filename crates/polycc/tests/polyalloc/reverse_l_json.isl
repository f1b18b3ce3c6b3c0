# args: --json --at N=7
[N] -> { [x,y] : N >= 3 and -N < x, y < N and not (x >= 2 and y >= 2) and not (x <= -2 and y <= -2) }
