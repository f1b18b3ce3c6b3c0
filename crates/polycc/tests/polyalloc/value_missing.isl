# args: --at N=4
# status: 2
[N,M] -> { [x] : -N < x < M }
