# args: --at N=-4
[N] -> { [x] : -N < x < N }
