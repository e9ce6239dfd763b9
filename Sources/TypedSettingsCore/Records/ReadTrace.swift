/// An object that records which settings a function reads.
///
/// While a trace is active, reads of the traced settings bypass the cache and take a path that records them. Reads on
/// other threads take that path too, which costs them a lock, but they aren't recorded.
///
/// The function can be run as if settings had other values. Other threads read the current values in the meantime.
package final class ReadTrace: Sendable {
  /// A setting that was read, and its value at that time.
  package struct Access: Sendable {
    package let setting: any LinkedSetting
    package let snapshot: LiveValue.Snapshot
    /// A Boolean value that indicates whether the stored value was read, which can be absent or equal to the default.
    var isStoredValueRead: Bool
  }

  /// A setting in its store, whichever record reads it.
  package struct Place: Hashable, Sendable {
    private let store: ObjectIdentifier
    private let key: SettingsKey

    package init(_ link: SettingLink) {
      store = ObjectIdentifier(link.store)
      key = link.live.key
    }
  }

  @TaskLocal private static var current: ReadTrace?

  private let accesses = LockedState<[ObjectIdentifier: Access]>([:])
  private let supposed: [Place: SettingsValue?]

  private init(supposed: [Place: SettingsValue?]) { self.supposed = supposed }

  /// Runs a function and records the settings that it reads.
  ///
  /// - Parameters:
  ///   - settings: The settings whose reads are recorded.
  ///   - supposed: The values that settings seem to have in their writable layer; `nil` for none.
  ///   - body: The function to run.
  /// - Returns: The result of the function, and the settings that it read.
  package static func run<Result>(
    over settings: [any LinkedSetting], supposing supposed: [Place: SettingsValue?] = [:], _ body: () -> Result
  ) -> (result: Result, accesses: [Access]) {
    tracing(settings) { record(supposing: supposed, body) }
  }

  /// Runs several functions one after the other, and records the settings that each of them reads.
  ///
  /// All of them share one trace, because starting a trace takes time in proportion to the number of settings.
  ///
  /// - Parameters:
  ///   - settings: The settings whose reads are recorded.
  ///   - supposed: The values that settings seem to have in their writable layer; `nil` for none.
  ///   - bodies: The functions to run.
  /// - Returns: The result of each function, and the settings that it read.
  package static func runEach<Result>(
    over settings: [any LinkedSetting], supposing supposed: [Place: SettingsValue?] = [:], _ bodies: [() -> Result]
  ) -> [(result: Result, accesses: [Access])] {
    tracing(settings) { bodies.map { record(supposing: supposed, $0) } }
  }

  private static func tracing<Result>(_ settings: [any LinkedSetting], _ body: () -> Result) -> Result {
    for setting in settings { setting.link.live.beginTrace() }
    defer { for setting in settings { setting.link.live.endTrace() } }
    return body()
  }

  private static func record<Result>(
    supposing supposed: [Place: SettingsValue?], _ body: () -> Result
  ) -> (result: Result, accesses: [Access]) {
    let trace = ReadTrace(supposed: supposed)
    let result = $current.withValue(trace) { body() }
    return (result, trace.accesses.withLock { Array($0.values) })
  }

  /// A Boolean value that indicates whether a trace records the reads of this task.
  static var isActive: Bool { current != nil }

  /// Records that a setting is about to be read, if a trace is active.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - isStoredValueRead: Whether the stored value is read, which may be absent or equal to the default.
  /// - Returns: The value that the setting seems to have, or `nil` if it has its current one.
  static func recordRead(of setting: some LinkedSetting, isStoredValueRead: Bool = false) -> Supposition? {
    guard let current else { return nil }
    let live = setting.link.live
    let access = Access(setting: setting, snapshot: setting.link.load(), isStoredValueRead: isStoredValueRead)
    current.accesses.withLock { accesses in
      // The older of two accesses is kept, so that any change after it is noticed.
      if accesses[ObjectIdentifier(live)] == nil { accesses[ObjectIdentifier(live)] = access }
      if isStoredValueRead { accesses[ObjectIdentifier(live)]?.isStoredValueRead = true }
    }
    if current.supposed.isEmpty { return nil }
    return current.supposed[Place(setting.link)].map { Supposition(own: $0, of: setting.link) }
  }

  /// The values that a setting seems to have.
  struct Supposition {
    /// The value in effect.
    let value: SettingsValue?
    /// The values of the layers.
    let layers: [SettingsLayer.Value]

    fileprivate init(own: SettingsValue?, of link: SettingLink) {
      layers = link.layers.map {
        $0.isWritable ? SettingsLayer.Value(layer: $0.layer, value: own, isWritable: true) : $0
      }
      value = layers.first(where: \.isDeciding)?.value
    }
  }
}
