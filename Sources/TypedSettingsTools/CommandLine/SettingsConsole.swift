#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The input and the outputs of a ``SettingsTool``.
///
/// Pass a console of your own to capture the output in a test.
public struct SettingsConsole: Sendable {
  /// Writes values to the output.
  public var write: @Sendable (String) -> Void

  /// Writes messages to the error output.
  public var writeError: @Sendable (String) -> Void

  /// Returns the input up to its end.
  public var readInput: @Sendable () -> String

  /// A Boolean value that indicates whether the output is a terminal, which shows colors.
  public var isTerminal: Bool

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - write: Writes values to the output.
  ///   - writeError: Writes messages to the error output.
  ///   - readInput: Returns the input up to its end.
  ///   - isTerminal: A Boolean value that indicates whether the output is a terminal, which shows colors.
  public init(
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    readInput: @escaping @Sendable () -> String = { "" }, isTerminal: Bool = false
  ) {
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
    self.isTerminal = isTerminal
  }

  /// The standard input and outputs of the process.
  public static var standard: SettingsConsole {
    SettingsConsole(
      write: { Self.write($0, to: 1) }, writeError: { Self.write($0, to: 2) }, readInput: Self.standardInput,
      isTerminal: isatty(1) == 1 && getenv("NO_COLOR") == nil)
  }

  private static func write(_ text: String, to file: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty, let start = rest.baseAddress {
        #if canImport(Darwin)
          let count = Darwin.write(file, start, rest.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(file, start, rest.count)
        #else
          let count = Musl.write(file, start, rest.count)
        #endif
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  @Sendable private static func standardInput() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
