#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A point in time on both clocks of the system.
package struct RemoteInstant: Hashable, Sendable {
  /// The wall clock, which is shown and cached.
  package var date: Date
  /// The time since an arbitrary start, which doesn't jump.
  package var uptime: Duration

  package init(date: Date, uptime: Duration) {
    self.date = date
    self.uptime = uptime
  }
}

/// The clocks of the system.
package protocol RemoteClock: Sendable {
  /// Returns the current time.
  func now() -> RemoteInstant

  /// Suspends the task.
  func sleep(for duration: Duration) async throws
}

/// The clocks of the operating system.
package struct SystemRemoteClock: RemoteClock {
  private let start = ContinuousClock.now

  package init() {}

  package func now() -> RemoteInstant { RemoteInstant(date: Date(), uptime: ContinuousClock.now - start) }

  package func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
