// Counts the calls that change a file, and makes one of them fail, or kills the process before it.
//
// FAULT_AT: the number of the call, counted over all threads. FAULT_ERRNO: its error; without it the process is killed.
// FAULT_STICKY: all later calls fail as well. FAULT_COUNT: a file that receives the number of calls at exit. FAULT_ARM:
// a file; if given, calls are counted once it exists.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long calls;
static atomic_int armed;

static int fails(void) {
  if (!atomic_load(&armed)) {
    const char *arm = getenv("FAULT_ARM");
    if (arm && access(arm, F_OK) != 0) return 0;
    atomic_store(&armed, 1);
  }
  long number = atomic_fetch_add(&calls, 1) + 1;
  const char *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERRNO");
  if (!at || number < atol(at) || (number > atol(at) && !getenv("FAULT_STICKY"))) return 0;
  if (!error) kill(getpid(), SIGKILL);
  errno = error ? atoi(error) : EIO;
  return 1;
}

__attribute__((destructor)) static void count(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) fprintf(file, "%ld\n", atomic_load(&calls)), fclose(file);
}

#define REPLACE(type, name, parameters, arguments)                 \
  type name parameters {                                           \
    static type(*real) parameters;                                 \
    if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
    return fails() ? -1 : real arguments;                          \
  }

REPLACE(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
REPLACE(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
REPLACE(int, ftruncate, (int file, off_t length), (file, length))
REPLACE(int, ftruncate64, (int file, off64_t length), (file, length))
REPLACE(int, fsync, (int file), (file))
REPLACE(int, fdatasync, (int file), (file))
REPLACE(int, fchmod, (int file, mode_t mode), (file, mode))
REPLACE(int, fchown, (int file, uid_t owner, gid_t group), (file, owner, group))
REPLACE(int, renameat, (int a, const char *old, int b, const char *new), (a, old, b, new))
REPLACE(int, linkat, (int a, const char *old, int b, const char *new, int flags), (a, old, b, new, flags))
REPLACE(int, unlinkat, (int folder, const char *name, int flags), (folder, name, flags))
REPLACE(int, mkdir, (const char *path, mode_t mode), (path, mode))

#define REPLACE_OPEN(name)                                                 \
  int name(int folder, const char *path, int flags, ...) {                 \
    static int (*real)(int, const char *, int, mode_t);                    \
    if (!real) real = (int (*)(int, const char *, int, mode_t))dlsym(RTLD_NEXT, #name); \
    mode_t mode = 0;                                                       \
    if (flags & O_CREAT) {                                                 \
      va_list list;                                                        \
      va_start(list, flags);                                               \
      mode = va_arg(list, mode_t);                                         \
      va_end(list);                                                        \
    }                                                                      \
    return fails() ? -1 : real(folder, path, flags, mode);                 \
  }

REPLACE_OPEN(openat)
REPLACE_OPEN(openat64)
