#if canImport(Darwin)
  internal import os
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The output of reports while a program has added no handler: the system's log on Apple's platforms, and standard
/// error elsewhere.
enum DefaultOutput {
  #if canImport(Darwin)
    private static let logger = Logger(subsystem: "TypedSettings", category: "Settings")
  #endif

  /// Writes a report.
  static func write(_ error: SettingsError) {
    #if canImport(Darwin)
      // Public, because an error contains no secrets.
      logger.error("\(error.description, privacy: .public)")
    #else
      var line = "TypedSettings: \(error.description)\n"
      line.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty, let start = rest.baseAddress {
          #if canImport(Glibc)
            let count = Glibc.write(STDERR_FILENO, start, rest.count)
          #elseif canImport(Musl)
            let count = Musl.write(STDERR_FILENO, start, rest.count)
          #else
            let count = 0
          #endif
          // A closed standard error leaves nowhere to write to.
          guard count > 0 else { return }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    #endif
  }
}

/// The reports that no handler has received.
struct UnhandledReports {
  private static let limit = 64

  /// The latest reports, the oldest one first.
  private(set) var latest: [SettingsError] = []

  /// The texts that were written to the default output.
  private var texts: Set<String> = []

  /// Adds a report.
  ///
  /// - Returns: Whether a report of the same text wasn't added before.
  mutating func add(_ error: SettingsError) -> Bool {
    if latest.count == Self.limit { latest.removeFirst() }
    latest.append(error)
    // A program that fails in ever new ways must not take ever more memory for it.
    if texts.count >= 16 * Self.limit { texts = [] }
    return texts.insert(error.description).inserted
  }

  /// Returns the latest reports, and forgets them.
  mutating func take() -> [SettingsError] {
    defer { latest = [] }
    return latest
  }
}
