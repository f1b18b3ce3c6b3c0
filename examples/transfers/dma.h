/* What `--transfer-prefix dma_` calls: put the driver of your scratchpad or DMA engine into these bodies.
   polycc -include dma.h --transfer-prefix dma_ kernel.c -o kernel.polycc.c */
#include <stdlib.h>
#include <string.h>

/* Memory that the statement reaches; null if there is none left. At least one byte is asked for. */
static inline void *dma_allocate(size_t bytes) { return malloc(bytes); }

/* No transfer to or from it is under way. */
static inline void dma_free(void *local) { free(local); }

/* Starts to copy `bytes` bytes in; `local` and `original` may point into buffers and arrays, anywhere. */
static inline void dma_load(void *local, const void *original, size_t bytes) { memcpy(local, original, bytes); }

/* Starts to copy them back. */
static inline void dma_store(void *original, const void *local, size_t bytes) { memcpy(original, local, bytes); }

/* The statement begins: all loads must be done when this returns. */
static inline void dma_begin(void) {}

/* The statement has ended: what it wrote must be visible to stores. */
static inline void dma_end(void) {}

/* With `--transfer-overlap` only: what was started is done when this returns. */
static inline void dma_wait(void) {}
