[B] -> { [x, y] : (0 < x < B and -B < y <= 1 and y < B) or (-B < x < 0 and -1 <= y < B and -B < y) or (x = 0 and -2 <= y <= 2 and -B < y < B) }
