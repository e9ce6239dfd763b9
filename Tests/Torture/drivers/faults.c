// Counts the calls that change a file, and makes one of them fail, or kills the process before it. Or stops the process
// before each call on a file.
//
// FAULT_AT: the number of the call, counted over all threads. FAULT_ERRNO: its error; without it the process is killed.
// FAULT_STICKY: all later calls fail as well. FAULT_COUNT: a file that receives the number of calls at exit. FAULT_ARM:
// a file; if given, calls are counted once it exists. FAULT_STOP: a file that receives the name of each call on a file,
// before which the process stops itself until another process continues it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;
static atomic_int armed;

static int is_armed(void) {
  if (!atomic_load(&armed)) {
    const char *arm = getenv("FAULT_ARM");
    if (arm && access(arm, F_OK) != 0) return 0;
    atomic_store(&armed, 1);
  }
  return 1;
}

// Makes its own calls without the C library, whose functions are replaced below.
static void stop_before(const char *name) {
  const char *path = getenv("FAULT_STOP");
  if (!path || !is_armed()) return;
  int file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file >= 0) {
    char line[64];
    syscall(SYS_write, file, line, snprintf(line, sizeof line, "%s\n", name));
    syscall(SYS_close, file);
  }
  raise(SIGSTOP);
}

static int fails(const char *name) {
  stop_before(name);
  if (!is_armed()) return 0;
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
    return fails(#name) ? -1 : real arguments;                     \
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
    return fails(#name) ? -1 : real(folder, path, flags, mode);            \
  }

REPLACE_OPEN(openat)
REPLACE_OPEN(openat64)

// These calls can't lose anything, so they are neither counted nor made to fail. A process can be stopped before them.
#define REPLACE_FOR_STOP(type, name, parameters, arguments)        \
  type name parameters {                                           \
    static type(*real) parameters;                                 \
    if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
    stop_before(#name);                                            \
    return real arguments;                                         \
  }

REPLACE_FOR_STOP(int, flock, (int file, int operation), (file, operation))
REPLACE_FOR_STOP(off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence))
REPLACE_FOR_STOP(off64_t, lseek64, (int file, off64_t offset, int whence), (file, offset, whence))
REPLACE_FOR_STOP(ssize_t, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
REPLACE_FOR_STOP(ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
REPLACE_FOR_STOP(int, fstat, (int file, struct stat *status), (file, status))
REPLACE_FOR_STOP(int, fstatat, (int folder, const char *name, struct stat *status, int flags), (folder, name, status, flags))
REPLACE_FOR_STOP(int, faccessat, (int folder, const char *name, int mode, int flags), (folder, name, mode, flags))
REPLACE_FOR_STOP(int, close, (int file), (file))

// Output of the program is no call on a file.
ssize_t write(int file, const void *bytes, size_t count) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (file > 2) stop_before("write");
  return real(file, bytes, count);
}
