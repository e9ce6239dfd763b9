internal import Synchronization
internal import TypedSettings

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The output of the program: each line is written immediately, because a killed process prints nothing later.
enum Output {
  private static let unsaved = Atomic<Bool>(false)

  /// A Boolean value that indicates whether the store has reported a value that isn't saved.
  static var hasUnsaved: Bool { unsaved.load(ordering: .acquiring) }

  static func line(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Self.write(rest)
        if count <= 0 { exit(4) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  static func fail(_ text: String) -> Never {
    line(text)
    exit(3)
  }

  /// Prints every report of the library before the setter that caused it returns.
  static func followReports() {
    SettingsDiagnostics.addHandler { error in
      if error.code == .notSaved { unsaved.store(true, ordering: .releasing) }
      line("report \(describe(error))")
    }
  }

  /// Records that everything is saved.
  static func saved() { unsaved.store(false, ordering: .releasing) }

  /// The time in nanoseconds of the clock that the drivers also read.
  static var now: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// The nanoseconds of CPU time that this thread has used.
  static var processorTime: UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Runs an operation and prints its duration in nanoseconds, both wall time and CPU time.
  @discardableResult
  static func timed<Result>(_ name: String, _ body: () -> Result) -> Result {
    let (begin, used) = (now, processorTime)
    let result = body()
    line("\(name) \(now - begin) \(processorTime - used)")
    return result
  }

  static func describe(_ error: any Error) -> String {
    guard let error = error as? SettingsError else { return "unknown \(error)" }
    let cause = error.underlying.map { describe(cause: $0) } ?? ""
    return "\(error.code.rawValue) \(error.found)\(cause)".split(separator: "\n").joined(separator: " ")
  }

  private static func describe(cause: any Error) -> String {
    if cause is SettingsError { return " because " + describe(cause) }
    return " because \(cause)"
  }

  static func describe(_ state: FileSettingsStore.State) -> String {
    switch state {
    case .ready: "ready"
    case .missing: "missing"
    case .unreadable(let error): "unreadable \(describe(error))"
    case .corrupt(let error): "corrupt \(describe(error))"
    case .newerFormat: "newerFormat"
    }
  }

  static func describe(_ value: SettingsValue?) -> String {
    guard let value else { return "absent" }
    return Sample.number(of: value).map { "\($0)" } ?? "torn"
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(1, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(1, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(1, bytes.baseAddress, bytes.count)
    #endif
  }
}
