internal import TypedSettingsCore

/// The connection of a session over one of its transports.
struct SyncConnection {
  /// A connection among all those of a session; events of earlier ones are ignored.
  struct Identity: Hashable, Sendable {
    /// The index of the transport.
    let transport: Int
    var number = 0
  }

  let transport: any SyncTransport
  private(set) var identity: Identity
  /// The time at which the connection has begun.
  var time: UInt64 = 0
  /// The task that receives the events.
  var receiving: Task<Void, Never>?
  /// The pause before the next connection, or `nil` if there is none.
  var reconnecting: Task<Void, Never>?
  /// Requests the next event.
  var requests: AsyncStream<Void>.Continuation?
  /// The mailboxes of forgotten devices that are being removed.
  var removals: [SyncReplicaIdentity: Task<Void, Never>] = [:]
  /// The stamps of entries that are too large for the transport, and that were reported.
  var oversized: [SettingsKey: SyncStamp] = [:]

  init(over transport: any SyncTransport, at index: Int) {
    self.transport = transport
    identity = Identity(transport: index)
  }

  /// Ends the connection, whose events are ignored from now on.
  mutating func close() {
    receiving?.cancel()
    identity.number += 1
  }

  /// Ends the connection and the pause before the next one.
  func end() {
    for task in [receiving, reconnecting].compactMap(\.self) + removals.values { task.cancel() }
  }
}
