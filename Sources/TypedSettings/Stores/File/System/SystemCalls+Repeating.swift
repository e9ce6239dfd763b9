#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SystemCalls {
  static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags)
    #elseif canImport(Glibc)
      Glibc.open(path, flags)
    #elseif canImport(Musl)
      Musl.open(path, flags)
    #endif
  }

  /// Returns whether so many files could be opened now.
  static func hasFreeDescriptors(_ count: Int) -> Bool {
    var files: [OpenFile] = []
    for _ in 0..<count {
      let number = openFile("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if number < 0 { return false }
      files.append(OpenFile(FileDescriptor(number: number), of: SystemCalls()))
    }
    return files.count == count
  }

  static func descriptor(_ operation: String, _ call: () -> Int32) throws(FileSystemError) -> FileDescriptor {
    FileDescriptor(number: try repeating(operation, call))
  }

  static func success(_ operation: String, _ call: () -> Int32) throws(FileSystemError) {
    _ = try repeating(operation, call)
  }

  static func count(_ operation: String, _ call: () -> Int) throws(FileSystemError) -> Int {
    try repeating(operation, call)
  }

  /// Makes a call again when a signal has interrupted it.
  private static func repeating<Number: SignedInteger>(
    _ operation: String, _ call: () -> Number
  ) throws(FileSystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw FileSystemError(operation, errno) }
    }
  }
}
