internal import TypedSettingsCore
package import TypedSettingsFiles

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
/// A replica only writes its own file, always as a whole, and again if it's removed. Files that are incomplete are
/// ignored until the rest arrives, and copies that a synchronizer makes of conflicting versions are read as well. Files
/// that are too large, aren't regular files, or can't be read are ignored and reported to `SettingsDiagnostics`.
/// Symbolic links in the folder aren't followed; the folder itself may be one.
///
/// All users who can read the folder can read the messages; use ``SealedTransport`` to encrypt them.
public final class FolderTransport: SyncTransport {
  private let folder: Result<MailboxFolder, SettingsError>
  private let schedule: any FileSchedule
  private let own = LockedState<OwnMailbox?>(nil)

  /// The largest message in bytes that's written or read.
  public let maximumMessageSize: Int

  /// Returns ``SyncDelivery/latestState``.
  public var delivery: SyncDelivery { .latestState }

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - folder: The URL of a local folder, which has to exist when the transport connects.
  ///   - group: The name that all devices use for the group of settings, such as the identifier of the app. If it's
  ///     empty or too long for the name of a file, iterating the events throws `SettingsError.Code.invalidName`.
  ///   - maximumMessageSize: The largest message in bytes that's written or read, at most 512 MB.
  public convenience init(folder: URL, group: String, maximumMessageSize: Int = 4 << 20) {
    self.init(
      folder: folder, group: group, maximumMessageSize: maximumMessageSize, SystemCalls(), DispatchSchedule.shared)
  }

  package init(
    folder: URL, group: String, maximumMessageSize: Int, _ system: any FileSystem, _ schedule: any FileSchedule
  ) {
    let maximumMessageSize = TransportLimits.messageSize(atMost: maximumMessageSize)
    self.maximumMessageSize = maximumMessageSize
    self.schedule = schedule
    self.folder = Result { () throws(SettingsError) in
      guard folder.isFileURL else {
        throw .transportUnavailable("a URL that names no file", advice: "pass the URL of a local folder")
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
    switch folder {
    case .success(let folder):
      let own = own.withLock { own in
        if let own, own.replica == replica { return own }
        let new = OwnMailbox(of: replica, name: folder.names.mailbox(of: replica))
        own = new
        return new
      }
      return FolderConnection(folder, own, schedule).events
    case .failure(let error): return AsyncThrowingStream(throwing: error)
    }
  }

  /// Writes the file of the replica, and waits until it survives a power failure.
  ///
  /// - Parameters:
  ///   - message: The bytes, which replace the bytes of the file.
  ///   - peer: Ignored, because all peers read the same file.
  /// - Throws: `SettingsError` with `SettingsError.Code.messageTooLarge`,
  ///   `SettingsError.Code.syncFolderMissing`, `SettingsError.Code.readOnly` or
  ///   `SettingsError.Code.transportUnavailable`, or `CancellationError` if the task was canceled. The file has the
  ///   earlier or the new message then.
  public func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    let folder = try folder.get()
    guard let own = own.withLock({ $0 }) else { throw SettingsError.notConnected }
    let number = own.nextNumber()
    try await schedule.perform {
      try own.writing.run { () throws(SettingsError) in
        // A canceled message must not replace a later one.
        if own.isLatest(number) { try folder.write(message, to: own) }
      }
    }
  }

  /// Removes the file of another replica, and the copies that a synchronizer has made of it.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.syncFolderMissing`, `SettingsError.Code.readOnly` or
  ///   `SettingsError.Code.transportUnavailable`, or `CancellationError` if the task was canceled.
  public func removeMailbox(of replica: SyncReplicaIdentity) async throws {
    let folder = try folder.get()
    try await schedule.perform { try folder.removeMailboxes(of: replica) }
  }
}
