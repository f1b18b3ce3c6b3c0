[B] -> { [t, i, j] : -B < t < B and -B < t + i < B and -B < t + i + j < B and (t < 1 or t + i < 2 or t + i + j < 2) and (t > -1 or t + i > -2 or t + i + j > -2) }
