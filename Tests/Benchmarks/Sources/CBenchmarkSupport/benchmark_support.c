#include "benchmark_support.h"

#include <time.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

void benchmark_sink(const void *value) { __asm__ volatile("" : : "r"(value) : "memory"); }

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t benchmark_thread_nanoseconds(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

int64_t benchmark_process_nanoseconds(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

int64_t benchmark_wall_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t benchmark_heap_bytes(void) {
#if defined(__APPLE__)
  return (int64_t)mstats().bytes_used;
#else
  struct mallinfo2 heap = mallinfo2();
  return (int64_t)(heap.uordblks + heap.hblkhd);
#endif
}
