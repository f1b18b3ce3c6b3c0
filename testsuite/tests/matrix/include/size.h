/* The header of the cases that has this name, with sizes from outside. */
#ifndef SIZE_H
#define SIZE_H

/* The number of SIZES that belongs to a parameter: parameters are asked for in the same order in each run. */
int size(const char *parameter, int otherwise);

#endif
