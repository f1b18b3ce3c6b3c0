{ [x] : x = 0 or x mod 2 = 1 }
