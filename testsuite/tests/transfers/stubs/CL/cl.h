/* The part of OpenCL that polycc's output uses, on the host, for programs in one file: kernels are compiled by cc. */
#ifndef CL_H
#define CL_H

#include "../watch.h"
#include <dlfcn.h>
#include <unistd.h>

typedef int cl_int;
typedef unsigned cl_uint, cl_bool;
typedef unsigned long cl_mem_flags;
typedef struct stub_buffer { size_t bytes; char *memory; } *cl_mem;
typedef struct stub_kernel { void (*run)(void **); char arguments[32][8]; } *cl_kernel;
typedef struct stub_context *cl_context;
typedef struct stub_queue *cl_command_queue;
typedef struct stub_event *cl_event;

#define CL_SUCCESS 0
#define CL_INVALID_VALUE (-30)
#define CL_TRUE 1
#define CL_MEM_READ_WRITE 1

static inline cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error)
{
    (void)context, (void)flags, (void)host, (void)error;
    cl_mem buffer = malloc(sizeof *buffer);
    *buffer = (struct stub_buffer){bytes, watch_allocate(bytes)};
    return buffer;
}

static inline cl_int clReleaseMemObject(cl_mem buffer)
{
    free(buffer->memory);
    free(buffer);
    return CL_SUCCESS;
}

static inline cl_int stub_copy(int loads, cl_mem buffer, const size_t buffer_origin[3], const size_t host_origin[3],
                               const size_t region[3], size_t buffer_row, size_t buffer_slice, size_t host_row,
                               size_t host_slice, char *host)
{
    buffer_row = buffer_row ? buffer_row : region[0];
    host_row = host_row ? host_row : region[0];
    buffer_slice = buffer_slice ? buffer_slice : region[1] * buffer_row;
    host_slice = host_slice ? host_slice : region[1] * host_row;
    size_t start = buffer_origin[0] + buffer_origin[1] * buffer_row + buffer_origin[2] * buffer_slice;
    size_t end = start + region[0] + (region[1] - 1) * buffer_row + (region[2] - 1) * buffer_slice;
    if (!region[0] || !region[1] || !region[2] || end > buffer->bytes || buffer_row < region[0] || host_row < region[0] ||
        buffer_slice < region[1] * buffer_row || host_slice < region[1] * host_row || buffer_slice % buffer_row ||
        host_slice % host_row)
        return CL_INVALID_VALUE;
    char *memory = buffer->memory + start;
    host += host_origin[0] + host_origin[1] * host_row + host_origin[2] * host_slice;
    if (loads)
        watch_copy(1, memory, buffer_slice, buffer_row, host, host_slice, host_row, region[0], region[1], region[2]);
    else
        watch_copy(0, host, host_slice, host_row, memory, buffer_slice, buffer_row, region[0], region[1], region[2]);
    return CL_SUCCESS;
}

static inline cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                              const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                              size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                              const void *host, cl_uint waits, const cl_event *list, cl_event *event)
{
    (void)queue, (void)blocking, (void)waits, (void)list, (void)event;
    return stub_copy(1, buffer, buffer_origin, host_origin, region, buffer_row, buffer_slice, host_row, host_slice,
                     (char *)host);
}

static inline cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                             const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                             size_t buffer_row, size_t buffer_slice, size_t host_row, size_t host_slice,
                                             void *host, cl_uint waits, const cl_event *list, cl_event *event)
{
    (void)queue, (void)blocking, (void)waits, (void)list, (void)event;
    return stub_copy(0, buffer, buffer_origin, host_origin, region, buffer_row, buffer_slice, host_row, host_slice, host);
}

static inline cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t start,
                                          size_t bytes, const void *host, cl_uint waits, const cl_event *list,
                                          cl_event *event)
{
    const size_t origin[] = {start, 0, 0}, host_origin[] = {0, 0, 0}, region[] = {bytes, 1, 1};
    return clEnqueueWriteBufferRect(queue, buffer, blocking, origin, host_origin, region, 0, 0, 0, 0, host, waits, list,
                                    event);
}

static inline cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t start, size_t bytes,
                                         void *host, cl_uint waits, const cl_event *list, cl_event *event)
{
    const size_t origin[] = {start, 0, 0}, host_origin[] = {0, 0, 0}, region[] = {bytes, 1, 1};
    return clEnqueueReadBufferRect(queue, buffer, blocking, origin, host_origin, region, 0, 0, 0, 0, host, waits, list, event);
}

static inline cl_int clSetKernelArg(cl_kernel kernel, cl_uint position, size_t bytes, const void *value)
{
    if (position >= 32 || bytes > 8)
        return CL_INVALID_VALUE;
    memcpy(kernel->arguments[position], value, bytes);
    return CL_SUCCESS;
}

static inline cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *start,
                                            const size_t *items, const size_t *group, cl_uint waits, const cl_event *list,
                                            cl_event *event)
{
    (void)queue, (void)dimensions, (void)start, (void)items, (void)group, (void)waits, (void)list, (void)event;
    void *arguments[32];
    for (int position = 0; position < 32; position++)
        arguments[position] = kernel->arguments[position];
    watch_statements++;
    kernel->run(arguments);
    return CL_SUCCESS;
}

/* What a program that uses polycc's output defines, here with a compiler of kernels. */
cl_context polycc_context;
cl_command_queue polycc_queue;

/* The function's parameters, taken from where the arguments are: `int n` is `*(int *)arguments[0]`. */
static inline void stub_call(FILE *file, const char *name, const char *source)
{
    const char *head = strstr(source, "__kernel"), *start = strchr(head, '(') + 1, *end = strchr(start, ')');
    fprintf(file, "struct stub_buffer { unsigned long bytes; char *memory; };\nvoid run(void **arguments)\n{\n    %s(", name);
    for (int position = 0; start < end; position++) {
        const char *next = memchr(start, ',', (size_t)(end - start)) ? strchr(start, ',') : end;
        const char *last = next;
        while (last[-1] != ' ' && last[-1] != '*')
            last--;
        const char *format = last[-1] == '*' ? "(void *)(*(struct stub_buffer **)arguments[%d])->memory" : "*(%.*s *)arguments[%d]";
        if (last[-1] == '*')
            fprintf(file, format, position);
        else
            fprintf(file, format, (int)(last - start), start, position);
        fputs(next < end ? ", " : "", file);
        start = next < end ? next + 2 : end;
    }
    fputs(");\n}\n", file);
}

cl_kernel polycc_kernel(const char *name, const char *source)
{
    static struct { const char *source; struct stub_kernel kernel; } known[16];
    int free_one = 0;
    for (; known[free_one].source; free_one++)
        if (known[free_one].source == source)
            return &known[free_one].kernel;
    char path[64], library[80], command[300];
    snprintf(path, sizeof path, "/tmp/polycc_stub_%ld_%d.c", (long)getpid(), free_one);
    snprintf(library, sizeof library, "%s.so", path);
    FILE *file = fopen(path, "w");
    fputs("#define __kernel\n#define __global\ntypedef unsigned char uchar;\ntypedef unsigned short ushort;\n"
          "typedef unsigned uint;\ntypedef unsigned long ulong, size_t;\n#include <math.h>\n", file);
    fputs(source, file);
    stub_call(file, name, source);
    fclose(file);
    snprintf(command, sizeof command, "cc -std=c99 -O1 -w -ffp-contract=off -shared -fPIC %s -o %s", path, library);
    void *handle = system(command) == 0 ? dlopen(library, RTLD_NOW) : NULL;
    void *run = handle ? dlsym(handle, "run") : NULL;
    unlink(path);
    unlink(library);
    if (run == NULL) {
        fprintf(stderr, "this kernel can't be compiled:\n%s", source);
        exit(1);
    }
    known[free_one].source = source;
    memcpy(&known[free_one].kernel.run, &run, sizeof run);
    return &known[free_one].kernel;
}

#endif
