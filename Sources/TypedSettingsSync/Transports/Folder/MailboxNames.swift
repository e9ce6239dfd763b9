internal import TypedSettingsCore
internal import TypedSettingsFiles

/// The names of a group's files in a folder that several groups and other programs may use.
///
/// A synchronizer that receives two versions of a file keeps one under a longer name, such as
/// "group.0123….sync-conflict-20260101.sync" or "group.0123… (conflicted copy).sync". These are mailboxes too, because
/// the version in them may be the only one of its replica.
struct MailboxNames: Sendable {
  private static let fileExtension = "sync"

  /// The beginning of all names.
  private let prefix: String

  /// Creates the names of a group.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.invalidName` if the group is empty or too long.
  init(group: String) throws(SettingsError) {
    // The longest name of a file, so that no other one is too long.
    let rest = String(repeating: "0", count: SyncReplicaIdentity.digitCount) + ".\(Self.fileExtension).temporary"
    prefix = String(try DomainFileName(group, fileExtension: rest).text.dropLast(rest.utf8.count))
  }

  /// Returns the name of a replica's mailbox.
  func mailbox(of replica: SyncReplicaIdentity) -> String { "\(prefix)\(replica).\(Self.fileExtension)" }

  /// Returns the name under which a replica's mailbox is written before it's complete.
  ///
  /// Synchronizers ignore the name, or it's no mailbox for the receiver.
  func temporary(of replica: SyncReplicaIdentity) -> String { ".\(mailbox(of: replica)).tmp" }

  /// Returns whether a file is the mailbox of a replica or a copy of it.
  func isMailbox(_ name: String, of replica: SyncReplicaIdentity) -> Bool {
    isMailbox(name) && name.dropFirst(prefix.count).hasPrefix(replica.description)
  }

  /// Returns whether a file is a mailbox or a copy of one.
  func isMailbox(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(".\(Self.fileExtension)") else { return false }
    return SyncReplicaIdentity.areDigits(
      name.utf8.dropFirst(prefix.utf8.count).prefix(SyncReplicaIdentity.digitCount))
  }
}
