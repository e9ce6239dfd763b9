#ifndef BENCHMARK_SUPPORT_H
#define BENCHMARK_SUPPORT_H

#include <stdint.h>

/// Takes what a benchmark computed. The Swift optimizer cannot see that nobody looks at it.
void benchmark_sink(const void *value);

/// Nanoseconds of CPU time that the calling thread has used.
int64_t benchmark_thread_nanoseconds(void);

/// Nanoseconds since some moment in the past.
int64_t benchmark_wall_nanoseconds(void);

/// Bytes of heap in use by the process.
int64_t benchmark_heap_bytes(void);

#endif
