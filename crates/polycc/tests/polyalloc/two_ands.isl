# status: 1
[N] -> { [x,y] : -N < x < N and and y = 0 }
