public import TypedSettingsCore

/// A connection to an engine that keeps the settings of a fleet, such as etcd.
///
/// A backend reads and writes bytes under keys, and knows nothing about settings. A `RemoteSettingsStore` encodes the
/// values, keeps them in memory and in its cache, connects again after failures, and limits the time of each request.
///
/// To conform, implement the five requirements according to these rules:
///
/// - The engine numbers its commits: each has a revision that is greater than those before it. All keys that one
///   transaction writes have its revision.
/// - Keys are relative to the backend's prefix. The backend prepends the prefix to the keys that it writes, and removes
///   it from those that it reads.
/// - ``list(limits:)``, ``watch(after:options:receive:)``, and ``commit(_:)`` end soon after their task is canceled,
///   because the store ends an attempt that takes too long by canceling it.
/// - Errors are thrown as `SettingsError`, with the codes that `SettingsError.Code` declares for this module. The store
///   tries again after each of them.
/// - Memory is bounded by ``RemoteLimits``, regardless of the length of an answer.
public protocol RemoteSettingsBackend: Sendable {
  /// The identity of the engine and the prefix, such as `"etcd http://10.0.0.5:2379 /shop/"`.
  ///
  /// A cache is used only with the identity that it was written with. The identity is written to the disk and to
  /// diagnostics, so it must not contain a password.
  var identity: String { get }

  /// Returns all entries under the prefix, as they were at one revision.
  ///
  /// - Parameter limits: The limits of the answer. An answer that exceeds them isn't read to the end.
  /// - Returns: The entries, and the position after which a watch continues.
  /// - Throws: `SettingsError.Code.remoteUnavailable` if the engine can't be reached,
  ///   `SettingsError.Code.remoteRefused` if it refuses,
  ///   `SettingsError.Code.remoteMalformed` if the answer isn't understood, and
  ///   `SettingsError.Code.remoteTooLarge` if it exceeds a limit.
  func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot

  /// Delivers the changes after a position, until the connection is lost or the task is canceled.
  ///
  /// The first event is sent as soon as the engine has confirmed the watch: changes, or ``RemoteEvent/progress(_:)``.
  /// After that, the backend sends an event at least once in each ``RemoteWatchOptions/heartbeat``. It sends
  /// ``RemoteEvent/progress(_:)`` only after the engine has confirmed that all changes up to the revision are
  /// delivered. A timer of the backend isn't such a confirmation.
  ///
  /// Revisions increase from event to event. A change that is delivered again has no effect.
  ///
  /// - Parameters:
  ///   - position: The position of a snapshot, with the revision of the last event that was received since.
  ///   - options: The time between two events, and the limits of an event.
  ///   - receive: The closure to call with each event. The backend reads no further until it returns.
  /// - Throws: The same errors as ``list(limits:)``, and any error that `receive` throws. Returning normally means that
  ///   the engine ended the watch.
  func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError)

  /// Writes the keys of a transaction if all its conditions hold, and nothing otherwise.
  ///
  /// A transaction can have no writes. The engine then checks the conditions, and changes nothing.
  ///
  /// The backend sends a transaction once. It tries again, for example at another endpoint, only if it's certain that
  /// the engine didn't receive the first attempt.
  ///
  /// - Parameter transaction: The conditions and the writes.
  /// - Returns: The outcome.
  /// - Throws: `SettingsError.Code.remoteOutcomeUnknown` if the engine may have committed the
  ///   transaction. All other errors mean that nothing was written.
  func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit

  /// Closes all connections. The backend isn't used after that.
  func close() async
}
