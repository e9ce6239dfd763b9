#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error in the arguments, which leaves the settings unchanged.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Prints an error to standard error and exits with code 2 for an error in the arguments, and otherwise with 1.
func stop(because error: any Error) -> Never {
  var text = "error: \(error)\n"
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(error is UsageError ? 2 : 1)
}
