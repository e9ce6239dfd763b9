import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Reads the events of a transport one by one.
struct EventReader: Sendable {
  private let events: AsyncThrowingStream<SyncTransportEvent, any Error>

  init(_ transport: some SyncTransport, _ replica: SyncReplicaIdentity = SyncReplicaIdentity()) {
    events = transport.events(for: replica)
  }

  /// The next event; `nil` after cancellation.
  func next() async throws -> SyncTransportEvent? {
    var iterator = events.makeAsyncIterator()
    return try await iterator.next()
  }

  func next(_ count: Int) async throws -> [SyncTransportEvent] {
    var found: [SyncTransportEvent] = []
    for _ in 0..<count { found.append(try #require(try await next())) }
    return found
  }

  /// The next message, after other events.
  func message() async throws -> [UInt8] {
    while true { if case .received(let message, _) = try #require(try await next()) { return message } }
  }

  /// The code of the error that ends the events.
  func failure() async -> SettingsError.Code? {
    do {
      while try await next() != nil {}
      return nil
    } catch { return (error as? SettingsError)?.code }
  }
}

/// Returns the code of the error that an operation throws.
func code(of operation: () async throws -> Void) async -> SettingsError.Code? {
  do {
    try await operation()
    return nil
  } catch { return (error as? SettingsError)?.code }
}

extension SyncReplicaIdentity {
  /// An identity with few digits.
  static func number(_ number: UInt64) -> SyncReplicaIdentity { SyncReplicaIdentity(high: 0, low: number) }
}

/// A collector of values from concurrent code.
final class Collected<Element: Sendable>: Sendable {
  private let storage = LockedState<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func append(_ element: Element) { storage.withLock { $0.append(element) } }
}
