/// An object that records which settings a function reads.
///
/// While a trace is active, reads of the traced settings bypass the cache and take a path that records them. Reads on
/// other threads take that path too, which costs them a lock, but they aren't recorded.
package final class ReadTrace: Sendable {
  /// A setting that was read, and its value at that time.
  package struct Access: Sendable {
    package let setting: any LinkedSetting
    package let snapshot: LiveValue.Snapshot
  }

  @TaskLocal private static var current: ReadTrace?

  private let accesses = LockedState<[ObjectIdentifier: Access]>([:])

  private init() {}

  /// Runs a function and records the settings that it reads.
  ///
  /// - Parameters:
  ///   - settings: The settings whose reads are recorded.
  ///   - body: The function to run.
  /// - Returns: The result of the function, and the settings that it read.
  package static func run<Result>(
    over settings: [any LinkedSetting], _ body: () -> Result
  ) -> (result: Result, accesses: [Access]) {
    let trace = ReadTrace()
    for setting in settings { setting.link.live.beginTrace() }
    defer { for setting in settings { setting.link.live.endTrace() } }
    let result = $current.withValue(trace) { body() }
    return (result, trace.accesses.withLock { Array($0.values) })
  }

  /// Records that a setting is about to be read, if a trace is active.
  static func recordRead(of setting: some LinkedSetting) {
    guard let current else { return }
    let live = setting.link.live
    let access = Access(setting: setting, snapshot: setting.link.load())
    current.accesses.withLock { accesses in
      // The older of two accesses is kept, so that any change after it is noticed.
      if accesses[ObjectIdentifier(live)] == nil { accesses[ObjectIdentifier(live)] = access }
    }
  }
}
