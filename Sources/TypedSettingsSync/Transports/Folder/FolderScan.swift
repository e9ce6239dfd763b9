internal import TypedSettings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The state of the mailboxes in a folder as they were last seen.
struct FolderScan {
  /// A mailbox that was read.
  private struct Seen {
    var status: FileStatus?
    /// The hash of the message that was delivered; `nil` if there was none yet.
    var delivered: Int?
    /// A Boolean value that indicates whether a later write would certainly change the status.
    var isSettled = true
  }

  private let mailboxes: MailboxFolder
  /// Returns whether a message was written to a file by this replica.
  private let isOwn: @Sendable (String, Int) -> Bool
  private var folder: Folder?
  private var identity: FileStatus?
  private var seen: [String: Seen] = [:]
  private var pending: [String] = []
  private var events: [SyncTransportEvent] = []
  private var reports: [SettingsError] = []
  private var excess = 0

  /// The watch of the open folder; `nil` if the system provides none.
  var watch: FolderWatch?
  /// The time until the folder is listed again, if that's done periodically.
  var pause = Duration.zero

  init(_ mailboxes: MailboxFolder, isOwn: @escaping @Sendable (String, Int) -> Bool) {
    self.mailboxes = mailboxes
    self.isOwn = isOwn
  }

  var hasPending: Bool { !pending.isEmpty || !events.isEmpty }

  /// A Boolean value that indicates whether the watch doesn't report all changes.
  var isPolling: Bool {
    guard watch != nil, let folder else { return true }
    // Where several processes can't append to a file, it may be on another machine, whose changes aren't reported.
    return !mailboxes.system.ordersAppends(in: folder.file.descriptor)
  }

  /// Returns and removes the errors to report.
  mutating func takeReports() -> [SettingsError] {
    defer { reports = [] }
    return reports
  }
}

// MARK: Finding changes

extension FolderScan {
  /// Opens the folder.
  ///
  /// - Returns: Whether it isn't the folder that is watched, so that the caller has to watch it and open it again.
  mutating func open() throws(SettingsError) -> Bool {
    let found = try mailboxes.open()
    let status: FileStatus
    do throws(FileSystemError) { status = try found.file.status() } catch {
      throw .transportUnavailable("the folder '\(mailboxes.path)': \(error.explanation)", underlying: error)
    }
    folder = found
    if let identity, identity.isOfSameFile(as: status) { return false }
    identity = status
    return true
  }

  /// Finds the mailboxes that have to be read, and those that were removed.
  mutating func list(written names: Set<String>) throws(SettingsError) {
    guard let folder else { return }
    let (found, excess) = try mailboxes.list()
    if excess > self.excess { reports.append(.tooMany(excess, in: mailboxes.path)) }
    self.excess = excess
    for name in Set(seen.keys).subtracting(found).sorted() { remove(name) }
    pending = found.filter { name in
      guard let seen = seen[name], let status = seen.status, seen.isSettled, !names.contains(name) else { return true }
      do throws(FileSystemError) { return try folder.status(of: name).map { !$0.isSame(as: status) } ?? true } catch {
        return true
      }
    }
  }

  private mutating func remove(_ name: String) {
    if seen.removeValue(forKey: name)?.delivered != nil { events.append(.disconnected(SyncPeer(name: name))) }
  }
}

// MARK: Reading

extension FolderScan {
  /// Returns the next event, for which it reads pending mailboxes.
  mutating func next() -> SyncTransportEvent? {
    while events.isEmpty, !pending.isEmpty { read(pending.removeFirst()) }
    return events.isEmpty ? nil : events.removeFirst()
  }

  private mutating func read(_ name: String) {
    guard let folder else { return }
    do throws(SettingsError) {
      guard let (file, status) = try mailboxes.read(name, in: folder) else { return remove(name) }
      let isNew = !(seen[name]?.status?.isSame(as: status) ?? false)
      seen[name, default: Seen()].status = status
      seen[name]?.isSettled = Self.isSettled(status)
      switch file {
      case .message(let message): deliver(message, from: name)
      case .newer where isNew: reports.append(.mailboxIgnored(name, "a newer version of the library wrote it"))
      case .foreign where isNew: reports.append(.mailboxIgnored(name, "another program wrote it"))
      // The rest of an incomplete file is another change.
      case .incomplete, .newer, .foreign: break
      }
    } catch {
      ignore(name, in: folder, because: error)
    }
  }

  private mutating func deliver(_ message: [UInt8], from name: String) {
    let hash = message.hashValue
    guard !isOwn(name, hash), seen[name]?.delivered != hash else { return }
    let peer = SyncPeer(name: name)
    if seen[name]?.delivered == nil { events.append(.connected(peer)) }
    events.append(.received(message, from: peer))
    seen[name]?.delivered = hash
  }

  /// Reports a mailbox that can't be read, and doesn't read it again before its status changes.
  private mutating func ignore(_ name: String, in folder: Folder, because error: SettingsError) {
    let status: FileStatus?
    do throws(FileSystemError) { status = try folder.status(of: name) } catch { status = nil }
    let isKnown = seen[name].map { $0.status == status } ?? false
    seen[name, default: Seen()].status = status
    seen[name]?.isSettled = true
    if !isKnown { reports.append(error) }
  }

  /// Returns whether a file was written so long ago that the next write gets another time.
  ///
  /// Some file systems of removable media store the time in steps of two seconds.
  private static func isSettled(_ status: FileStatus) -> Bool {
    let now = Date().timeIntervalSince1970
    let age = now - Double(max(status.modified, status.changed)) / 1_000_000_000
    return !(0..<settlingTime).contains(age)
  }

  private static let settlingTime = 3.0
}

extension SettingsError {
  fileprivate static func tooMany(_ excess: Int, in path: String) -> SettingsError {
    SettingsError(
      .mailboxIgnored, found: "\(excess) mailboxes more than \(MailboxFolder.maximumCount) in '\(path)'",
      advice: "remove the files of devices that no longer exist")
  }
}
