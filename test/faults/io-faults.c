/* Preload layer: fails or holds chosen system calls of a process, and records calls on the files of a store.
 *
 *   KONTOR_TEST_FAULT = PATH        a file that says which call fails while it is there, as CALL:NAME:NUMBER:ERROR, e.g.
 *                                pwrite:data.mdb:20:EIO. The call with that number, counted from 1 over calls on files
 *                                whose path ends with NAME since the file says so, and all later ones of that kind fail;
 *                                ERROR is EIO, ENOSPC, EINTR (that one call only), or "short" (half of the bytes is
 *                                written). CALL is pwrite, write, sync, rename, open or ftruncate.
 *   KONTOR_TEST_HOLD = PATH         a file that says CALL:NAME:MARK: calls of that kind on files whose path ends with
 *                                NAME wait while it says so; the first that waits makes the directory PATH.MARK. CALL
 *                                is also read (the opening of a file to read), statfs, unlink, or lookup, whose NAME
 *                                ends the name of a host.
 *   KONTOR_TEST_RECORD = PATH, KONTOR_TEST_RECORD_DIR = DIRECTORY   what is done to files below the directory, with
 *                                bytes and in order (write-trace.ts reads it).
 *   KONTOR_TEST_TRACE = PATH        one line per open with O_CREAT, mkdir, rename, sync and fault, in order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/uio.h>
#include <unistd.h>

enum { SPEC_BYTES = 256 };

/* What a file says, by calls that this layer does not see; 0 where there is none. */
static int said(const char *path, char *spec) {
  long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  long length = syscall(SYS_read, fd, spec, SPEC_BYTES - 1);
  syscall(SYS_close, fd);
  spec[length < 0 ? 0 : length] = 0;
  return length > 0;
}

/* The number of a call among those that one and the same text is about. */
static int number_of(const char *spec) {
  static char counted[SPEC_BYTES];
  static int seen;
  static char taken;
  while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) usleep(1);
  if (strcmp(counted, spec) != 0) { strcpy(counted, spec); seen = 0; }
  int number = seen += 1;
  __atomic_clear(&taken, __ATOMIC_RELEASE);
  return number;
}

/* Whether a text begins with this call, and a name that the path ends with; then `rest` is what follows. */
static int is_about(char *spec, const char *call, const char *path, char **rest) {
  char *part = strtok_r(spec, ":", rest);
  if (part == NULL || strcmp(part, call) != 0) return 0;
  if ((part = strtok_r(NULL, ":", rest)) == NULL) return 0;
  size_t name = strlen(part), length = strlen(path);
  return length >= name && strcmp(path + length - name, part) == 0;
}

static void path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
}

static void trace(const char *call, const char *path) {
  const char *to = getenv("KONTOR_TEST_TRACE");
  if (to == NULL) return;
  static int (*real_open)(const char *, int, ...);
  static ssize_t (*real_write)(int, const void *, size_t);
  if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
  if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
  char line[4500];
  int length = snprintf(line, sizeof line, "%s %s\n", call, path);
  int fd = real_open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0) return;
  if (real_write(fd, line, length) < 0) abort();
  close(fd);
}

/* The path below the recorded directory; NULL for any other. */
static const char *recorded(const char *path) {
  const char *directory = getenv("KONTOR_TEST_RECORD_DIR");
  if (directory == NULL || getenv("KONTOR_TEST_RECORD") == NULL) return NULL;
  size_t length = strlen(directory);
  return strncmp(path, directory, length) == 0 && (path[length] == '/' || path[length] == 0) ? path + length : NULL;
}

/* One entry: operation, number, length of the name and of the bytes, then both. In one write, so that threads do not mix. */
static void record(char operation, const char *path, uint64_t number, const struct iovec *parts, int count, size_t most) {
  const char *name = recorded(path);
  if (name == NULL) return;
  static int (*real_open)(const char *, int, ...);
  static ssize_t (*real_write)(int, const void *, size_t);
  if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
  if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
  size_t bytes = 0;
  for (int part = 0; part < count; part += 1) bytes += parts[part].iov_len;
  if (bytes > most) bytes = most;
  uint32_t head[4] = {(uint32_t)operation, (uint32_t)strlen(name), (uint32_t)bytes, 0};
  size_t size = sizeof head + sizeof number + head[1] + bytes;
  char *entry = malloc(size + 1), *at = entry;
  memcpy(at, head, sizeof head); at += sizeof head;
  memcpy(at, &number, sizeof number); at += sizeof number;
  memcpy(at, name, head[1]); at += head[1];
  for (int part = 0; part < count && bytes > 0; part += 1) {
    size_t length = parts[part].iov_len < bytes ? parts[part].iov_len : bytes;
    memcpy(at, parts[part].iov_base, length); at += length; bytes -= length;
  }
  int fd = real_open(getenv("KONTOR_TEST_RECORD"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (fd < 0 || real_write(fd, entry, size) != (ssize_t)size) abort();
  close(fd);
  free(entry);
}

/* A write that is durable when it returns is one of another kind. */
static void record_write(int fd, uint64_t position, const struct iovec *parts, int count, ssize_t done) {
  if (done <= 0 || getenv("KONTOR_TEST_RECORD") == NULL) return;
  char path[4096];
  path_of(fd, path, sizeof path);
  int flags = fcntl(fd, F_GETFL);
  record(flags & (O_DSYNC | O_SYNC) ? 'D' : 'W', path, position, parts, count, (size_t)done);
}

static void record_name(char operation, const char *path, const char *other) {
  if (getenv("KONTOR_TEST_RECORD") == NULL) return;
  const char *name = other == NULL ? NULL : recorded(other);
  struct iovec part = {(void *)name, name == NULL ? 0 : strlen(name)};
  record(operation, path, 0, &part, 1, 4096);
}

static void hold(const char *call, const char *path) {
  char spec[SPEC_BYTES], now[SPEC_BYTES], mark[4096 + SPEC_BYTES], *rest, *part;
  const char *at = getenv("KONTOR_TEST_HOLD");
  if (at == NULL || !said(at, spec)) return;
  char parsed[SPEC_BYTES];
  strcpy(parsed, spec);
  if (!is_about(parsed, call, path, &rest) || (part = strtok_r(NULL, ":", &rest)) == NULL) return;
  snprintf(mark, sizeof mark, "%s.%s", at, part);
  mkdir(mark, 0700);
  while (said(at, now) && strcmp(now, spec) == 0) usleep(1000);
}

/* 0: the call is made; -1: half of it is; else the error. */
static int fault(const char *call, const char *path) {
  hold(call, path);
  char spec[SPEC_BYTES], parsed[SPEC_BYTES], *rest, *part, line[64];
  const char *at = getenv("KONTOR_TEST_FAULT");
  if (at == NULL || !said(at, spec)) return 0;
  strcpy(parsed, spec);
  if (!is_about(parsed, call, path, &rest) || (part = strtok_r(NULL, ":", &rest)) == NULL) return 0;
  int number = number_of(spec), wanted = atoi(part);
  if (number < wanted || (part = strtok_r(NULL, ":", &rest)) == NULL) return 0;
  int isOnce = strcmp(part, "EINTR") == 0;
  if (isOnce && number > wanted) return 0;
  snprintf(line, sizeof line, "fault %s", call);
  trace(line, path);
  if (isOnce) return EINTR;
  if (strcmp(part, "short") == 0) return -1;
  return strcmp(part, "ENOSPC") == 0 ? ENOSPC : EIO;
}

static int fd_fault(const char *call, int fd) {
  if (getenv("KONTOR_TEST_FAULT") == NULL && getenv("KONTOR_TEST_HOLD") == NULL) return 0;
  char path[4096];
  path_of(fd, path, sizeof path);
  return fault(call, path);
}

#define REAL(type, name, ...)                                   \
  static type (*real)(__VA_ARGS__);                             \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define FAIL(call, fd)                    \
  int why = fd_fault(call, fd);           \
  if (why > 0) { errno = why; return -1; }

#define PWRITE(name)                                                            \
  ssize_t name(int fd, const void *bytes, size_t count, off_t at) {             \
    REAL(ssize_t, #name, int, const void *, size_t, off_t);                     \
    FAIL("pwrite", fd)                                                          \
    struct iovec part = {(void *)bytes, count};                                 \
    ssize_t done = real(fd, bytes, why < 0 ? (count + 1) / 2 : count, at);            \
    record_write(fd, at, &part, 1, done);                                       \
    return done;                                                                \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  FAIL("write", fd)
  struct iovec part = {(void *)bytes, count};
  off_t at = getenv("KONTOR_TEST_RECORD") == NULL ? 0 : lseek(fd, 0, SEEK_CUR);
  ssize_t done = real(fd, bytes, why < 0 ? (count + 1) / 2 : count);
  if (at >= 0) record_write(fd, at, &part, 1, done);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  FAIL("pwrite", fd)
  off_t at = getenv("KONTOR_TEST_RECORD") == NULL ? 0 : lseek(fd, 0, SEEK_CUR);
  ssize_t done = real(fd, parts, why < 0 ? (count + 1) / 2 : count);
  if (at >= 0) record_write(fd, at, parts, count, done);
  return done;
}

#define SYNC(name)                                \
  int name(int fd) {                              \
    REAL(int, #name, int);                        \
    FAIL("sync", fd)                              \
    int done = real(fd);                          \
    char path[4096];                              \
    path_of(fd, path, sizeof path);               \
    if (done == 0) trace("sync", path);           \
    if (done == 0) record_name('S', path, NULL);   \
    return done;                                  \
  }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  int why = fault("rename", to);
  if (why != 0) { errno = why > 0 ? why : EIO; return -1; }
  trace("rename", to);
  record_name('R', from, to);
  return real(from, to);
}

#define OPEN(name)                                             \
  int name(const char *path, int flags, ...) {                 \
    REAL(int, #name, const char *, int, ...);                  \
    va_list more;                                              \
    va_start(more, flags);                                     \
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                              \
    int isNew = (flags & O_CREAT) && access(path, F_OK) != 0;  \
    if ((flags & O_ACCMODE) != O_RDONLY) {                     \
      int why = fault("open", path);                           \
      if (why != 0) { errno = why > 0 ? why : EIO; return -1; } \
    } else hold("read", path);                                 \
    int fd = real(path, flags, mode);                          \
    if (isNew && fd >= 0) trace("create", path);               \
    if (isNew && fd >= 0) record_name('C', path, NULL);         \
    else if (fd >= 0 && (flags & O_TRUNC)) record_name('T', path, NULL); \
    return fd;                                                 \
  }
OPEN(open)
OPEN(open64)

#define TRUNCATE(name)                       \
  int name(int fd, off_t length) {           \
    REAL(int, #name, int, off_t);            \
    FAIL("ftruncate", fd)                    \
    int done = real(fd, length);             \
    char path[4096];                         \
    path_of(fd, path, sizeof path);          \
    if (done == 0) record('T', path, length, NULL, 0, 0); \
    return done;                             \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define STATFS(name)                                    \
  int name(const char *path, struct name *found) {      \
    REAL(int, #name, const char *, struct name *);      \
    hold("statfs", path);                               \
    return real(path, found);                           \
  }
STATFS(statfs)
STATFS(statfs64)

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  REAL(int, "getaddrinfo", const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (name != NULL) hold("lookup", name);
  return real(name, service, hints, found);
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  hold("unlink", path);
  int done = real(path);
  if (done == 0) record_name('U', path, NULL);
  return done;
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  int done = real(path, mode);
  if (done == 0) record_name('M', path, NULL);
  return done;
}
