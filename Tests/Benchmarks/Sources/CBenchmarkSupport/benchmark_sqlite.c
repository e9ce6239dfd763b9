#include "benchmark_support.h"

#include <stddef.h>

#if __has_include(<sqlite3.h>)
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdlib.h>

// SQLite is loaded on demand, so that the build needs no SQLite library.
struct database {
  sqlite3_stmt *statement;
  int (*bind_text)(sqlite3_stmt *, int, const char *, int, void (*)(void *));
  int (*bind_int64)(sqlite3_stmt *, int, sqlite3_int64);
  int (*step)(sqlite3_stmt *);
  int (*reset)(sqlite3_stmt *);
};

void *benchmark_sqlite_open(const char *path) {
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
  if (!library) library = dlopen("libsqlite3.dylib", RTLD_NOW);
  if (!library) return NULL;
  int (*open)(const char *, sqlite3 **) = (int (*)(const char *, sqlite3 **))dlsym(library, "sqlite3_open");
  int (*exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **) =
      (int (*)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **))dlsym(
          library, "sqlite3_exec");
  int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **) =
      (int (*)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **))dlsym(library, "sqlite3_prepare_v2");
  struct database *database = malloc(sizeof *database);
  sqlite3 *connection = NULL;
  if (!open || !exec || !prepare || !database || open(path, &connection) != SQLITE_OK) return NULL;
  database->bind_text = (int (*)(sqlite3_stmt *, int, const char *, int, void (*)(void *)))dlsym(
      library, "sqlite3_bind_text");
  database->bind_int64 = (int (*)(sqlite3_stmt *, int, sqlite3_int64))dlsym(library, "sqlite3_bind_int64");
  database->step = (int (*)(sqlite3_stmt *))dlsym(library, "sqlite3_step");
  database->reset = (int (*)(sqlite3_stmt *))dlsym(library, "sqlite3_reset");
  const char *setup = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                      "CREATE TABLE setting (key TEXT PRIMARY KEY, value INTEGER)";
  const char *upsert = "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
  if (exec(connection, setup, NULL, NULL, NULL) != SQLITE_OK) return NULL;
  if (prepare(connection, upsert, -1, &database->statement, NULL) != SQLITE_OK) return NULL;
  return database;
}

int benchmark_sqlite_set(void *opened, const char *key, int64_t number) {
  struct database *database = opened;
  database->bind_text(database->statement, 1, key, -1, SQLITE_STATIC);
  database->bind_int64(database->statement, 2, number);
  int result = database->step(database->statement);
  database->reset(database->statement);
  return result == SQLITE_DONE ? 0 : -1;
}
#else
void *benchmark_sqlite_open(const char *path) { return NULL; }
int benchmark_sqlite_set(void *database, const char *key, int64_t number) { return -1; }
#endif
