# status: 1
[N] -> { : N > 3 }
