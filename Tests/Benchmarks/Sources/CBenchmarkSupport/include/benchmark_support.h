#ifndef BENCHMARK_SUPPORT_H
#define BENCHMARK_SUPPORT_H

#include <stdint.h>

/// Takes what a benchmark computed. The Swift optimizer cannot see that nobody looks at it.
void benchmark_sink(const void *_Nonnull value);

/// Nanoseconds of CPU time that the calling thread has used.
int64_t benchmark_thread_nanoseconds(void);

/// Nanoseconds since some moment in the past.
int64_t benchmark_wall_nanoseconds(void);

/// Bytes of heap in use by the process.
int64_t benchmark_heap_bytes(void);

/// Opens a database with a write-ahead log that is not brought to the disk at each write, and a table of numbers in it.
/// NULL where this was built without SQLite's header, or where the machine has no SQLite.
void *_Nullable benchmark_sqlite_open(const char *_Nonnull path);

/// Writes a number in a transaction of its own.
int benchmark_sqlite_set(void *_Nonnull database, const char *_Nonnull key, int64_t number);

/// Opens a file, another one to be locked while the first is written, and one that is appended to without a lock.
void *_Nullable benchmark_journal_open(
    const char *_Nonnull path, const char *_Nonnull lock, const char *_Nonnull log);

/// Locks, looks at the file, appends bytes and unlocks: the system calls of a crash-safe write under a lock.
int benchmark_journal_append(void *_Nonnull journal, const void *_Nonnull bytes, int64_t count);

/// Appends bytes and asks where they are: the system calls of a crash-safe write, and nothing else.
int benchmark_log_append(void *_Nonnull journal, const void *_Nonnull bytes, int64_t count);

#endif
