#if canImport(Darwin) || UserDefaults
  internal import Dispatch
  internal import TypedSettingsCore

  /// The background tasks of suites, on the threads of Dispatch.
  struct DispatchedTasks: BackgroundSchedule {
    private static let beginning = ContinuousClock.now

    var now: Duration { ContinuousClock.now - Self.beginning }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
      let (seconds, attoseconds) = delay.components
      DispatchQueue.global(qos: .utility).asyncAfter(
        deadline: .now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)), execute: work)
    }
  }
#endif
