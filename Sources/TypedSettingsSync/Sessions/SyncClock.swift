#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The clocks of the device.
package protocol SyncClock: Sendable {
  /// The wall clock in milliseconds since 1970.
  func now() -> UInt64

  /// Suspends the task; used only before an attempt is repeated.
  func sleep(for duration: Duration) async throws
}

/// The clocks of the operating system.
struct SystemSyncClock: SyncClock {
  init() {}

  func now() -> UInt64 { UInt64(max(0, Date().timeIntervalSince1970 * 1_000)) }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
