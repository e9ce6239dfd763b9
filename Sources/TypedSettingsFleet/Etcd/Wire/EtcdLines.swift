#if Etcd
  internal import TypedSettingsCore

  /// A splitter of a stream of bytes into lines of bounded length.
  struct EtcdLines {
    private var rest: [UInt8] = []
    private let limit: Int

    /// Creates a splitter.
    ///
    /// - Parameter limit: The largest number of bytes of a line.
    init(limit: Int) { self.limit = limit }

    /// Adds bytes, and returns the lines that they complete, without empty ones.
    ///
    /// - Throws: An error if a line exceeds the limit.
    mutating func add(_ bytes: some Collection<UInt8>) throws(SettingsError) -> [[UInt8]] {
      var lines: [[UInt8]] = []
      var bytes = bytes[...]
      while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        try append(bytes[..<end])
        if !rest.isEmpty { lines.append(rest) }
        rest = []
        bytes = bytes[bytes.index(after: end)...]
      }
      try append(bytes)
      return lines
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws(SettingsError) {
      guard bytes.count <= limit - rest.count else {
        throw .remoteTooLarge("a message of etcd's watch of more than \(limit) bytes")
      }
      rest += bytes
    }
  }
#endif
