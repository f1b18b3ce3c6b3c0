# args: --at N=4,Q=2
[N] -> { [x] : -N < x < N }
