internal import TypedSettings

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Starts child processes and sets the limits of this process.
enum Child {
  /// Starts a program that lists its open files, and returns its exit code.
  ///
  /// No descriptor is closed explicitly, so the program inherits every descriptor that isn't closed on exec.
  static func listDescriptors() throws -> String {
    let program = "/bin/ls"
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("-l"), strdup("/proc/self/fd"), nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    var status: Int32 = 0
    let result = posix_spawn(&process, program, nil, nil, &arguments, environ)
    if result == 0 { waitpid(process, &status, 0) }
    return "spawn \(result) \(status)"
  }

  /// Runs an operation in this process and in a fork of it, and returns the exit code of the fork.
  static func fork(_ body: () throws -> Void) throws -> String {
    // Swift marks `fork` as unavailable, because most operations aren't safe in the child process.
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { return "no fork" }
    let fork = unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)
    let child = fork()
    if child == 0 {
      do { try body() } catch { _exit(1) }
      _exit(0)
    }
    try body()
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return "\(status)"
  }

  /// Lets some time pass between two measurements.
  static func rest(microseconds: Int = 300) { usleep(useconds_t(microseconds)) }

  /// Lowers the maximum number of open files.
  static func limitDescriptors(to count: Int) -> String {
    var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
    #if canImport(Darwin)
      return "\(setrlimit(RLIMIT_NOFILE, &limit))"
    #else
      return "\(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))"
    #endif
  }
}
