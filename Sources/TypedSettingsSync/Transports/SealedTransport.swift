internal import TypedSettingsCore

/// A transport that encrypts messages before another transport carries them.
///
/// A folder or a cloud then only contains sealed messages. With CryptoKit, or Swift Crypto on Linux:
///
/// ```swift
/// // not compiled: needs a package for cryptography on Linux
/// let transport = SealedTransport(
///   FolderTransport(folder: folder, group: "pomodoro"),
///   seal: { try Array(ChaChaPoly.seal($0, using: key).combined) },
///   open: { try Array(ChaChaPoly.open(.init(combined: $0), using: key)) })
/// ```
///
/// A message that can't be opened is reported to `SettingsDiagnostics` and dropped.
public struct SealedTransport: SyncTransport {
  /// A closure that seals or opens a message.
  public typealias Conversion = @Sendable (_ message: [UInt8]) throws -> [UInt8]

  private let base: any SyncTransport
  private let overhead: Int
  private let seal: Conversion
  private let open: Conversion

  /// Creates a transport that carries sealed messages.
  ///
  /// - Parameters:
  ///   - base: The transport that carries the sealed messages.
  ///   - overhead: The maximum number of bytes by which sealing makes a message longer.
  ///   - seal: A closure that encrypts and authenticates a message.
  ///   - open: A closure that returns the original of a sealed message, and throws if it isn't authentic.
  public init(
    _ base: any SyncTransport, overhead: Int = 64, seal: @escaping Conversion, open: @escaping Conversion
  ) {
    self.base = base
    self.overhead = overhead
    self.seal = seal
    self.open = open
  }

  /// The way in which the base delivers messages.
  public var delivery: SyncDelivery { base.delivery }

  /// The largest message in bytes that the base accepts when it's sealed.
  public var maximumMessageSize: Int { max(base.maximumMessageSize - overhead, 0) }

  /// Connects the base, and returns its events with opened messages.
  public func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    let events = base.events(for: replica)
    return AsyncThrowingStream {
      // All iterators of a stream share its position.
      var iterator = events.makeAsyncIterator()
      while let event = try await iterator.next() {
        guard case .received(let sealed, let peer) = event else { return event }
        do { return .received(try open(sealed), from: peer) } catch {
          SettingsDiagnostics.report(.messageNotOpened(from: peer, error))
        }
      }
      return nil
    }
  }

  /// Seals and sends a message.
  ///
  /// - Parameters:
  ///   - message: The bytes.
  ///   - peer: The recipient, or `nil` for all peers.
  /// - Throws: An error of the closure that seals, or of the base.
  public func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    try await base.send(try seal(message), to: peer)
  }
}

extension SealedTransport {
  /// Removes the mailbox of another replica from the base.
  ///
  /// - Throws: An error of the base.
  public func removeMailbox(of replica: SyncReplicaIdentity) async throws { try await base.removeMailbox(of: replica) }
}

extension SealedTransport: AccountReportingTransport {
  func didHandleAccountChange() { (base as? any AccountReportingTransport)?.didHandleAccountChange() }
}

extension SettingsError {
  fileprivate static func messageNotOpened(from peer: SyncPeer, _ error: any Error) -> SettingsError {
    // The error of a cipher may contain what it has read, so only its type is shown.
    SettingsError(
      .messageNotOpened, found: "a message from '\(peer)' that can't be opened ('\(type(of: error))')",
      advice: "use the same key on all devices; the message was dropped")
  }
}
