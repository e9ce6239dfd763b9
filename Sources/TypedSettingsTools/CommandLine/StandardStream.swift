internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A stream that the process was started with, such as its standard output.
struct StandardStream: Sendable {
  static let input = StandardStream(number: 0)
  static let output = StandardStream(number: 1)
  static let errors = StandardStream(number: 2)

  /// The number of the stream's file descriptor.
  let number: Int32

  /// A Boolean value that indicates whether the stream is a terminal.
  var isTerminal: Bool { isatty(number) == 1 }

  /// A Boolean value that indicates whether the stream is a terminal that shows colors.
  var showsColors: Bool { isTerminal && getenv("NO_COLOR") == nil }

  /// Writes text.
  ///
  /// - Throws: `FileSystemError` if a part of the text can't be written.
  func send(_ text: String) throws(FileSystemError) {
    if text.isEmpty { return }
    try checkIsInherited("write the output")
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileSystemError("write the output", count < 0 ? errno : EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the bytes up to the end of the stream.
  ///
  /// - Throws: `FileSystemError` if the stream can't be read up to its end.
  func contents() throws(FileSystemError) -> [UInt8] {
    try checkIsInherited("read the input")
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileSystemError("read the input", errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Returns a line of a terminal, without the line break.
  ///
  /// - Parameters:
  ///   - isHidden: Pass `true` to keep the terminal from showing what's typed.
  ///   - prompt: Writes the prompt.
  /// - Returns: The bytes, or `nil` if the user has ended or interrupted the input.
  /// - Throws: `FileSystemError` if the stream can't be read.
  func line(isHidden: Bool, after prompt: () -> Void) throws(FileSystemError) -> [UInt8]? {
    try checkIsInherited("read the input")
    var saved = termios()
    guard isHidden, tcgetattr(number, &saved) == 0 else {
      prompt()
      return try line()
    }
    // As in `getpass`, an interrupt doesn't end the process, which would leave the terminal hiding the input. The
    // character ends the line instead.
    var hidden = saved
    hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
    let interrupt = withUnsafeMutableBytes(of: &hidden.c_cc) { characters in
      characters[Int(VEOL)] = characters[Int(VINTR)]
      return characters[Int(VINTR)]
    }
    tcsetattr(number, TCSAFLUSH, &hidden)
    defer { tcsetattr(number, TCSADRAIN, &saved) }
    prompt()
    let bytes = try line(orUntil: interrupt)
    return bytes?.last == interrupt ? nil : bytes
  }

  /// Returns the bytes up to the next line break, or with another character that ends the line; `nil` at the end of the
  /// stream.
  private func line(orUntil end: UInt8? = nil) throws(FileSystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(number, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileSystemError("read the input", errno) }
      if count == 0 { return bytes.isEmpty ? nil : bytes }
      if byte == UInt8(ascii: "\n") { return bytes }
      bytes.append(byte)
      if byte == end { return bytes }
    }
  }

  /// Throws an error if the process was started without the stream.
  ///
  /// The system then gives the stream's number to a file that the process opens, such as a settings file, and the text
  /// would be written to that file. Unlike an inherited stream, the file is closed when the process executes a program.
  private func checkIsInherited(_ operation: String) throws(FileSystemError) {
    let flags = fcntl(number, F_GETFD)
    if flags < 0 { throw FileSystemError(operation, errno) }
    if flags & FD_CLOEXEC != 0 { throw FileSystemError(operation, EBADF) }
  }
}

/// An output that remembers the first failure of a write.
final class ConsoleOutput: Sendable {
  private let state = LockedState<FileSystemError?>(nil)

  /// The first failure, or `nil` if everything was written.
  var failure: FileSystemError? { state.withLock { $0 } }

  /// Returns the first failure, and forgets it.
  func takeFailure() -> FileSystemError? {
    state.withLock { state in
      defer { state = nil }
      return state
    }
  }

  /// Writes text to a stream, unless an earlier write failed.
  func write(_ text: String, to stream: StandardStream) {
    // Later text without the missing part would look like complete output.
    if failure != nil { return }
    do throws(FileSystemError) { try stream.send(text) } catch { state.withLock { $0 = error } }
  }
}
