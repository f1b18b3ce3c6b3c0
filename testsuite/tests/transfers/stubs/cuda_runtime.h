/* The part of CUDA's runtime that polycc's output uses, on the host. */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

#include "watch.h"

typedef enum { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2 } cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };

static inline cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    *pointer = watch_allocate(bytes);
    return *pointer != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

static inline cudaError_t cudaFree(void *pointer)
{
    free(pointer);
    return cudaSuccess;
}

static inline cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                       size_t height, enum cudaMemcpyKind kind)
{
    if (width > to_pitch || width > from_pitch)
        return cudaErrorInvalidValue;
    watch_copy(kind == cudaMemcpyHostToDevice, to, 0, to_pitch, from, 0, from_pitch, width, height, 1);
    return cudaSuccess;
}

static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return cudaMemcpy2D(to, bytes, from, bytes, bytes, 1, kind);
}

static inline cudaError_t cudaGetLastError(void)
{
    watch_statements++;
    return cudaSuccess;
}

#endif
