internal import TypedSettingsCore
internal import TypedSettingsFiles

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
    /// The message that was delivered last; `nil` if there was none yet.
    var delivered: DeliveredMessage?
    /// A Boolean value that indicates whether a later write would certainly change the status.
    var isSettled = true
    /// A Boolean value that indicates whether reading failed for a reason that passes without a change of the file.
    var hasFailed = false
  }

  private let mailboxes: MailboxFolder
  private let own: OwnMailbox
  /// The time since which the mailbox of this replica is known to be missing.
  private var missingSince: Duration?
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

  init(_ mailboxes: MailboxFolder, _ own: OwnMailbox) {
    self.mailboxes = mailboxes
    self.own = own
  }

  /// A Boolean value that indicates whether there are changes, apart from mailboxes whose reading has failed.
  var hasChanges: Bool { !events.isEmpty || pending.contains { seen[$0]?.hasFailed != true } }

  /// A Boolean value that indicates whether something has to be looked at again that the watch doesn't report.
  var isPolling: Bool {
    guard watch != nil, let folder, missingSince == nil, !seen.values.contains(where: \.hasFailed) else { return true }
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
    if let replaced = own.takeReplaced() { deliver(replaced, from: own.name) }
    pending = found.filter { name in
      guard let seen = seen[name], let status = seen.status, seen.isSettled, !seen.hasFailed, !names.contains(name)
      else { return true }
      do throws(FileSystemError) { return try folder.status(of: name).map { !$0.isSame(as: status) } ?? true } catch {
        return true
      }
    }
  }

  /// Writes the mailbox of this replica again if it has been missing for some time.
  ///
  /// Not at once, because the folder may be about to be removed with all of its files.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - pause: The time to wait.
  /// - Throws: `SettingsError` if the mailbox can't be written.
  mutating func restoreOwn(at now: Duration, after pause: Duration) throws(SettingsError) {
    guard let folder, try mailboxes.isMissing(own, in: folder) else {
      missingSince = nil
      return
    }
    let start = missingSince ?? now
    missingSince = start
    if now - start < pause { return }
    try mailboxes.restore(own)
    missingSince = nil
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
    // Before the file is read, because it can be set back in the meantime.
    let writeCount = own.writeCount(of: name)
    do throws(SettingsError) {
      guard let (file, status) = try mailboxes.read(name, in: folder) else { return remove(name) }
      let isNew = !(seen[name]?.status?.isSame(as: status) ?? false)
      seen[name, default: Seen()].status = status
      seen[name]?.isSettled = Self.isSettled(status)
      seen[name]?.hasFailed = false
      switch file {
      case .message(let message): deliver(FoundMessage(message, writeCount: writeCount), from: name)
      case .newer where isNew:
        reports.append(
          .mailboxIgnored(
            mailboxes.path(of: name), "a newer version of the library wrote it",
            advice: "update the program; until then it's ignored"))
      case .foreign where isNew:
        reports.append(
          .mailboxIgnored(
            mailboxes.path(of: name), "another program wrote it", advice: "remove it; it's ignored until it changes"))
      // The rest of an incomplete file is another change.
      case .incomplete, .newer, .foreign: break
      }
    } catch {
      ignore(name, in: folder, because: error)
    }
  }

  private mutating func deliver(_ message: FoundMessage, from name: String) {
    let delivered = seen[name]?.delivered
    guard !own.isOwn(message.hash, in: name), delivered?.isSame(as: message) != true else { return }
    let peer = SyncPeer(name: name)
    if delivered == nil { events.append(.connected(peer)) }
    events.append(.received(message.bytes, from: peer))
    seen[name, default: Seen()].delivered = DeliveredMessage(message)
  }

  /// Reports a mailbox that can't be read, and doesn't read it again before its status changes or, after a failure of
  /// the system, before the folder is listed the next time.
  private mutating func ignore(_ name: String, in folder: Folder, because error: SettingsError) {
    let status: FileStatus?
    do throws(FileSystemError) { status = try folder.status(of: name) } catch { status = nil }
    let isKnown = seen[name].map { $0.status.isSame(as: status) } ?? false
    seen[name, default: Seen()].status = status
    seen[name]?.isSettled = true
    // Permissions are a part of the status.
    seen[name]?.hasFailed = (error.underlying as? FileSystemError).map { !$0.isWriteDenied } ?? false
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
      .mailboxIgnored,
      found: "\(MailboxFolder.maximumCount + excess) mailboxes in '\(path)', of which the newest "
        + "\(MailboxFolder.maximumCount) are read",
      advice: "forget devices that no longer exist, or remove their files")
  }
}
