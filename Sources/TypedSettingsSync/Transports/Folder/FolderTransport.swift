package import TypedSettings

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A transport that keeps a file for each replica in a folder, which a file synchronizer or a medium carries.
///
/// It works with any program that synchronizes folders, such as Syncthing or Dropbox, with a network drive, and with a
/// USB stick:
///
/// ```swift
/// let transport = FolderTransport(folder: URL(filePath: "/home/kim/Sync"), group: "com.example.pomodoro")
/// ```
///
/// A replica only writes its own file, always as a whole. Files that are incomplete are ignored until the rest arrives,
/// and copies that a synchronizer makes of conflicting versions are read as well. Files that are too large, aren't
/// regular files, or can't be read are ignored and reported to `SettingsDiagnostics`. Symbolic links in the folder
/// aren't followed; the folder itself may be one.
///
/// All users who can read the folder can read the messages; use ``SealedTransport`` to encrypt them.
public final class FolderTransport: SyncTransport {
  private struct State {
    var replica: SyncReplicaIdentity?
    /// The hashes of the latest two messages of this replica; the last write may have failed.
    var written: [Int] = []
  }

  private let folder: Result<MailboxFolder, SettingsError>
  private let schedule: any BackgroundSchedule
  private let state = LockedState(State())
  /// Messages are written one after the other.
  private let writing = ExclusiveAccess()

  /// The largest message in bytes that's written or read.
  public let maximumMessageSize: Int

  /// Returns ``SyncDelivery/latestState``.
  public var delivery: SyncDelivery { .latestState }

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - folder: The folder, which has to exist when the transport connects.
  ///   - group: The name that all devices use for the group of settings, such as the identifier of the app.
  ///   - maximumMessageSize: The largest message in bytes that's written or read.
  public convenience init(folder: URL, group: String, maximumMessageSize: Int = 4 << 20) {
    self.init(
      folder: folder, group: group, maximumMessageSize: maximumMessageSize, SystemCalls(), DispatchSchedule.shared)
  }

  package init(
    folder: URL, group: String, maximumMessageSize: Int, _ system: any FileSystem, _ schedule: any BackgroundSchedule
  ) {
    self.maximumMessageSize = maximumMessageSize
    self.schedule = schedule
    self.folder = Result { () throws(SettingsError) in
      guard folder.isFileURL else {
        throw .transportUnavailable("a URL that names no file", underlying: nil)
      }
      return MailboxFolder(
        path: folder.path, names: try MailboxNames(group: group), maximumMessageSize: maximumMessageSize,
        system: system)
    }
  }

  /// Returns the events of the folder.
  ///
  /// A mailbox is a peer, whose name is the name of the file. It's disconnected when the file is removed. A file with
  /// the identity of the replica is delivered as well if this transport didn't write it.
  ///
  /// - Parameter replica: The identity of the replica, which names its file.
  /// - Returns: The events. Iterating them throws `SettingsError` with `SettingsError.Code.syncFolderMissing`, also
  ///   when the folder is removed later, or with `SettingsError.Code.transportUnavailable`.
  public func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    state.withLock { state in
      if state.replica != replica { state = State(replica: replica) }
    }
    switch folder {
    case .success(let folder):
      let own = folder.names.mailbox(of: replica)
      return FolderConnection(folder, schedule) { [weak self] name, hash in
        name == own && self?.state.withLock { $0.written.contains(hash) } ?? false
      }.events
    case .failure(let error): return AsyncThrowingStream(throwing: error)
    }
  }

  /// Writes the file of the replica, and waits until it survives a power failure.
  ///
  /// - Parameters:
  ///   - message: The bytes, which replace those of the file.
  ///   - peer: Ignored, because all peers read the same file.
  /// - Throws: `SettingsError` with `SettingsError.Code.messageTooLarge`,
  ///   `SettingsError.Code.syncFolderMissing`, `SettingsError.Code.readOnly` or
  ///   `SettingsError.Code.transportUnavailable`. The file is left unchanged.
  public func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    let folder = try folder.get()
    guard let replica = state.withLock({ $0.replica }) else { throw SettingsError.notConnected }
    try await schedule.perform { () throws(SettingsError) in
      try self.writing.run { () throws(SettingsError) in
        // Before the write, so that a connection that reads the new file recognizes it.
        self.state.withLock { $0.written = $0.written.suffix(1) + [message.hashValue] }
        try folder.write(message, of: replica)
      }
    }
  }
}
