# nothing but words
# status: 1
