internal import TypedSettingsCore
internal import TypedSettingsFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The text editor that the user prefers.
enum TextEditor {
  /// Returns the command in the variable `VISUAL` or `EDITOR`, or else `vi`.
  static func command(in environment: [String: String]) -> String {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
  }

  /// Opens a file in an editor, and returns after the user has closed it.
  ///
  /// As with `git commit`, a shell reads the command, and an interrupt from the terminal is meant for the editor.
  ///
  /// - Throws: ``ToolFailure`` if the editor can't be started, or ends with an error.
  static func edit(_ path: String, with command: String, _ environment: [String: String]) throws(ToolFailure) {
    let status = try run(["/bin/sh", "-c", "exec \(command) \"$1\"", "sh", path], environment)
    guard status != 0 else { return }
    throw ToolFailure(.unavailable, "the editor '\(command)' ended with an error (\(status)); nothing was changed")
  }

  /// Runs a program, and returns its exit status.
  private static func run(_ arguments: [String], _ environment: [String: String]) throws(ToolFailure) -> Int32 {
    let words = arguments.map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    sigaddset(&interrupts, SIGINT)
    sigaddset(&interrupts, SIGQUIT)
    posix_spawnattr_setsigdefault(&attributes, &interrupts)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let former = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      signal(SIGINT, former.0)
      signal(SIGQUIT, former.1)
    }
    var process = pid_t()
    let error = posix_spawn(&process, arguments[0], nil, &attributes, words + [nil], variables + [nil])
    guard error == 0 else {
      throw ToolFailure(.unavailable, "the editor can't be started: \(String(cString: strerror(error)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The status of a signal is in the lower byte, as shells report it.
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }
}
