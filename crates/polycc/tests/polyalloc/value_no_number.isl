# args: --at N=four
# status: 2
[N] -> { [x] : -N < x < N }
