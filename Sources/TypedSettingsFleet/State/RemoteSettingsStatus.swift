public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of a ``RemoteSettingsStore`` at one moment, with its reason.
///
/// ```swift
/// let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend())
/// let status = fleet.status
/// print(status.state, status.revision ?? 0)
/// if let error = status.error { print("since \(status.since): \(error)") }
/// ```
public struct RemoteSettingsStatus: Sendable, CustomStringConvertible {
  /// The freshness of the values.
  public let state: RemoteSettingsState

  /// The time since which the state holds.
  ///
  /// It's the time of the connection for values that are live, and the time of the engine's last confirmation for those
  /// that were live before. Without either, it's the time at which the store was created.
  public let since: Date

  /// The revision of the values, or `nil` if they are unknown.
  public let revision: Int64?

  /// The error of the last attempt to connect, or `nil` if it succeeded, or if none has ended yet.
  public let error: SettingsError?

  /// The status in words, for a health check or a log.
  public var description: String {
    "\(state.name) since \(since.formatted(.iso8601)), \(revision.map { "revision \($0)" } ?? "no revision")"
      + (error.map { ": \($0)" } ?? "")
  }
}
