/// Finds out which settings a piece of code reads.
///
/// While a trace is on the way, no read of the settings that it is about finds its value in a cache; the way past the
/// cache notes the setting. Reads on other threads take that way too, which costs them a lock; they are not noted.
package final class ReadTrace: Sendable {
  /// A setting that was read, and what its value was then.
  package struct Reading: Sendable {
    package let setting: any LinkedSetting
    package let snapshot: LiveValue.Snapshot
  }

  @TaskLocal private static var current: ReadTrace?

  private let readings = LockedState<[ObjectIdentifier: Reading]>([:])

  private init() {}

  /// Runs a piece of code.
  ///
  /// - Parameters:
  ///   - settings: The settings whose reads are noted.
  ///   - body: The code.
  /// - Returns: What the code returns, and the settings that it has read.
  package static func run<Result>(
    over settings: [any LinkedSetting], _ body: () -> Result
  ) -> (result: Result, readings: [Reading]) {
    let trace = ReadTrace()
    for setting in settings { setting.link.live.beginTrace() }
    defer { for setting in settings { setting.link.live.endTrace() } }
    let result = $current.withValue(trace) { body() }
    return (result, trace.readings.withLock { Array($0.values) })
  }

  /// Notes a setting that is about to be read, if a trace is on the way.
  static func note(_ setting: some LinkedSetting) {
    guard let current else { return }
    let live = setting.link.live
    let reading = Reading(setting: setting, snapshot: setting.link.load())
    current.readings.withLock { readings in
      // The older of two readings is kept: whatever came in between is a change.
      if readings[ObjectIdentifier(live)] == nil { readings[ObjectIdentifier(live)] = reading }
    }
  }
}
