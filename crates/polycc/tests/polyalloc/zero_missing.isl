{ [x] : x = 1 or x = -1 }
