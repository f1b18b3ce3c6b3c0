# args: --at N=2
[N] -> { [x] : N >= 5 and -N < x < N }
