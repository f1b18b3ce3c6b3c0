# args: --at N=3000000000
[N] -> { [x,y] : -N < x,y < N }
