#ifndef BENCHMARK_SUPPORT_H
#define BENCHMARK_SUPPORT_H

#include <stdint.h>

/// Consumes the result of a benchmark. The Swift optimizer can't see that the result is unused.
void benchmark_sink(const void *_Nonnull value);

/// Returns the nanoseconds of CPU time that the calling thread has used.
int64_t benchmark_thread_nanoseconds(void);

/// Returns the nanoseconds of CPU time that all threads have used.
int64_t benchmark_process_nanoseconds(void);

/// Returns the nanoseconds since an unspecified moment in the past.
int64_t benchmark_wall_nanoseconds(void);

/// Returns the bytes of heap that the process uses.
int64_t benchmark_heap_bytes(void);

/// Opens a database with a write-ahead log that isn't synchronized at each write, and a table of numbers in it. Returns
/// NULL if this was built without SQLite's header, or if the machine has no SQLite.
void *_Nullable benchmark_sqlite_open(const char *_Nonnull path);

/// Writes a number in its own transaction.
int benchmark_sqlite_set(void *_Nonnull database, const char *_Nonnull key, int64_t number);

/// Opens an instance of MMKV that several processes can share. Returns NULL unless the environment variable
/// MMKV_LIBRARY has the path of a library of MMKV with its bridge for C.
void *_Nullable benchmark_mmkv_open(const char *_Nonnull folder);

/// Writes a number to an instance of MMKV.
int benchmark_mmkv_set(void *_Nonnull instance, const char *_Nonnull key, int64_t number);

/// Opens a file, a second file that serves as a lock for the first, and a third one for appends without a lock.
void *_Nullable benchmark_journal_open(
    const char *_Nonnull path, const char *_Nonnull lock, const char *_Nonnull log);

/// Locks, checks the file, appends bytes and unlocks: the system calls of a crash-safe write under a lock.
int benchmark_journal_append(void *_Nonnull journal, const void *_Nonnull bytes, int64_t count);

/// Appends bytes and reads the file position: the system calls of a crash-safe write without a lock.
int benchmark_log_append(void *_Nonnull journal, const void *_Nonnull bytes, int64_t count);

#endif
