// What the sources use of Apple's C library, as its headers in the open-source projects Libc, libpthread, dyld
// and xnu declare it. There, the functions of
// <spawn.h> and <pthread.h> are annotated.
#ifndef CDARWIN_H
#define CDARWIN_H

#include <stddef.h>

#define SPAWN __attribute__((availability(macos, introduced = 10.5))) \
    __attribute__((availability(ios, introduced = 2.0))) \
    __attribute__((availability(tvos, unavailable))) __attribute__((availability(watchos, unavailable)))

typedef int pid_t;
typedef unsigned int sigset_t;
typedef unsigned short mode_t;
typedef unsigned int nfds_t;
typedef unsigned int useconds_t;
typedef long ssize_t;

// <errno.h>, <string.h>, <stdlib.h>, <stdio.h>
#define ECONNABORTED 53
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EINVAL 22
#define ENOTTY 25
#define ENOTSUP 45
#define EIO 5
#define EBADF 9
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EFBIG 27
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
char *strerror(int code);
char *strdup(const char *text);
void free(void *memory);
void exit(int code) __attribute__((noreturn));
typedef struct __sFILE {
    int descriptor;
} FILE;
extern FILE *stdout;
int ferror(FILE *file);
int fflush(FILE *file);
int link(const char *from, const char *to);
int rename(const char *from, const char *to);

// <math.h>
double cos(double angle);
double sin(double angle);
double hypot(double x, double y);
double log10(double number);

// <pthread.h>
#define PTHREAD __attribute__((availability(macos, introduced = 10.4))) \
    __attribute__((availability(ios, introduced = 2.0)))
typedef struct {
    long signature;
    char content[56];
} pthread_mutex_t;
typedef struct {
    long signature;
    char content[8];
} pthread_mutexattr_t;
int pthread_mutex_init(pthread_mutex_t *restrict mutex, const pthread_mutexattr_t *restrict attributes) PTHREAD;
int pthread_mutex_destroy(pthread_mutex_t *mutex) PTHREAD;
int pthread_mutex_lock(pthread_mutex_t *mutex) PTHREAD;
int pthread_mutex_unlock(pthread_mutex_t *mutex) PTHREAD;
typedef unsigned long pthread_key_t;
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) PTHREAD;
void *pthread_getspecific(pthread_key_t key) PTHREAD;
int pthread_setspecific(pthread_key_t key, const void *value) PTHREAD;

// <dlfcn.h>, as dyld declares it
#define RTLD_LAZY 0x1
void *dlopen(const char *path, int mode);
void *dlsym(void *handle, const char *symbol);

// <signal.h>, <sys/wait.h>
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define WNOHANG 1
typedef int sig_atomic_t;
void (*signal(int number, void (*handler)(int)))(int);
int kill(pid_t process, int signal);
int raise(int signal);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);
pid_t waitpid(pid_t process, int *status, int options);

// <fcntl.h>, <unistd.h>, <poll.h>
#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_CLOEXEC 0x1000000
#define O_NONBLOCK 0x4
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define POLLIN 0x1
#define POLLOUT 0x4
struct pollfd {
    int fd;
    short events;
    short revents;
};
int close(int descriptor);
int fsync(int descriptor);
int isatty(int descriptor);
int pipe(int descriptors[2]);
int poll(struct pollfd *waits, nfds_t count, int milliseconds);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t write(int descriptor, const void *bytes, size_t count);
int usleep(useconds_t microseconds);
int unlink(const char *path);

// <sys/socket.h>, <netinet/in.h>
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_NOSIGPIPE 0x1022
typedef unsigned int socklen_t;
typedef unsigned char sa_family_t;
struct sockaddr {
    unsigned char sa_len;
    sa_family_t sa_family;
    char sa_data[14];
};
struct in_addr {
    unsigned int s_addr;
};
struct sockaddr_in {
    unsigned char sin_len;
    sa_family_t sin_family;
    unsigned short sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
int socket(int domain, int type, int protocol);
int bind(int descriptor, const struct sockaddr *address, socklen_t size);
int listen(int descriptor, int backlog);
int accept(int descriptor, struct sockaddr *restrict address, socklen_t *restrict size);
int getsockname(int descriptor, struct sockaddr *restrict address, socklen_t *restrict size);
int setsockopt(int descriptor, int level, int name, const void *value, socklen_t size);
ssize_t recv(int descriptor, void *bytes, size_t count, int flags);
ssize_t send(int descriptor, const void *bytes, size_t count, int flags);

// <sys/ttycom.h>
struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};

// <sys/stat.h>, <sys/resource.h>
struct stat {
    int st_dev;
    mode_t st_mode;
    unsigned long long st_ino;
    long long st_size;
};
int stat(const char *path, struct stat *facts);
int fstat(int descriptor, struct stat *facts);
#define RUSAGE_SELF 0
struct timeval {
    long tv_sec;
    int tv_usec;
};
struct rusage {
    struct timeval ru_utime;
    struct timeval ru_stime;
    long ru_maxrss;
};
int getrusage(int who, struct rusage *usage);

// <spawn.h>; its twin posix_spawn is not used.
#define POSIX_SPAWN_SETPGROUP 0x2
#define POSIX_SPAWN_SETSIGDEF 0x4
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawnp(pid_t *restrict process, const char *restrict file,
    const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *restrict attributes,
    char *const arguments[restrict], char *const environment[restrict])
    __attribute__((availability(macos, introduced = 10.5))) __attribute__((availability(ios, introduced = 2.0)));
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions) SPAWN;
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions) SPAWN;
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) SPAWN;
int posix_spawnattr_init(posix_spawnattr_t *attributes) SPAWN;
int posix_spawnattr_destroy(posix_spawnattr_t *attributes) SPAWN;
int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attributes, const sigset_t *restrict signals) SPAWN;
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group) SPAWN;
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags) SPAWN;

#endif
