#include "benchmark_support.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// MMKV is loaded on demand, because no package contains it. The declarations are those of MMKVBridge.h in MMKV 2.4.
struct configuration {
  int32_t mode;
  const char *crypt_key;
  bool aes256;
  const char *root_path;
  uint64_t expected_capacity;
  int32_t enable_key_expire;
  uint32_t expired_in_seconds;
  bool enable_compare_before_set;
  int32_t recover;
  uint32_t item_size_limit;
};

static bool (*encode)(void *, const char *, int64_t);

void *benchmark_mmkv_open(const char *folder) {
  const char *path = getenv("MMKV_LIBRARY");
  void *library = path ? dlopen(path, RTLD_NOW) : NULL;
  if (!library) return NULL;
  void (*initialize)(const char *, int32_t) = (void (*)(const char *, int32_t))dlsym(library, "mmkv_initialize");
  void *(*open)(const char *, struct configuration) =
      (void *(*)(const char *, struct configuration))dlsym(library, "mmkv_with_id");
  encode = (bool (*)(void *, const char *, int64_t))dlsym(library, "mmkv_encode_int64");
  if (!initialize || !open || !encode) return NULL;
  const int32_t no_log = 4, several_processes = 2;
  initialize(folder, no_log);
  return open("benchmark", (struct configuration){.mode = several_processes, .enable_key_expire = -1, .recover = -1});
}

int benchmark_mmkv_set(void *opened, const char *key, int64_t number) {
  return encode(opened, key, number) ? 0 : -1;
}
