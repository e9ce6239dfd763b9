public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Two changes of one setting, on two devices, neither of which had seen the other one.
///
/// The later change is in effect on all devices. The other one is lost unless you set it again.
public struct SyncConflict: Hashable, Sendable {
  /// A change of a setting.
  public struct Change: Hashable, Sendable {
    /// The new value in its stored form, or `nil` if the setting was reset.
    public let value: SettingsValue?

    /// The replica that made the change.
    public let replica: SyncReplicaIdentity

    /// The time of the change by the clock of its device.
    public let date: Date
  }

  /// The name of the property, as a path in a nested group.
  public let name: String

  /// The key of the setting on this device.
  public let key: SettingsKey

  /// The change that is in effect.
  public let winner: Change

  /// The change that was replaced.
  public let loser: Change

  private let isSecret: Bool

  init(_ collision: SyncCollision, of setting: SyncDescription) throws(SettingsError) {
    name = setting.name
    key = setting.key
    winner = try Change(collision.winner)
    loser = try Change(collision.loser)
    isSecret = setting.isSecret
  }
}

extension SyncConflict.Change {
  init(_ entry: SyncEntry) throws(SettingsError) {
    value = try entry.content.value()
    replica = entry.stamp.replica
    date = Date(timeIntervalSince1970: Double(entry.stamp.time) / 1_000)
  }
}

extension SyncConflict: CustomStringConvertible, CustomReflectable {
  /// The name and both values; secret values are omitted.
  public var description: String { "\(name): \(text(of: winner)) replaced \(text(of: loser))" }

  /// The mirror for the debugger and `dump`, without secret values.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "key": key, "winner": text(of: winner), "loser": text(of: loser)])
  }

  private func text(of change: Change) -> String {
    if isSecret { return "(secret)" }
    return change.value.map { "\($0)" } ?? "reset"
  }
}
