#include "benchmark_support.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
  int file;
  int lock;
  int log;
};

void *benchmark_journal_open(const char *path, const char *lock, const char *log) {
  struct journal *journal = malloc(sizeof *journal);
  if (!journal) return NULL;
  journal->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  journal->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  journal->log = open(log, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (journal->file >= 0 && journal->lock >= 0 && journal->log >= 0) return journal;
  free(journal);
  return NULL;
}

int benchmark_journal_append(void *opened, const void *bytes, int64_t count) {
  struct journal *journal = opened;
  struct stat status;
  if (flock(journal->lock, LOCK_EX | LOCK_NB) != 0) return -1;
  int failed = fstat(journal->file, &status) != 0 || pwrite(journal->file, bytes, count, status.st_size) != count;
  flock(journal->lock, LOCK_UN);
  return failed ? -1 : 0;
}

int benchmark_log_append(void *opened, const void *bytes, int64_t count) {
  struct journal *journal = opened;
  return write(journal->log, bytes, count) == count && lseek(journal->log, 0, SEEK_CUR) >= count ? 0 : -1;
}
