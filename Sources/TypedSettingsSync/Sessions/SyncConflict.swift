public import TypedSettingsCore

/// Two changes of one setting, on two devices, neither of which had seen the other one.
///
/// The later change is in effect on all devices. ``SettingsSync/restore(_:)`` sets the other one again.
public struct SyncConflict: Hashable, Sendable {
  /// The change that is in effect.
  public let winner: SyncChange

  /// The change that was replaced.
  public let loser: SyncChange

  init(_ collision: SyncCollision, of setting: SyncDescription) throws(SettingsError) {
    winner = try SyncChange(collision.winner, forKey: collision.key, of: setting)
    loser = try SyncChange(collision.loser, forKey: collision.key, of: setting)
  }

  /// The name of the property, as a path in a nested group.
  public var name: String { winner.name }

  /// The key of the setting on this device.
  public var key: SettingsKey { winner.key }
}

extension SyncConflict: CustomStringConvertible, CustomReflectable {
  /// The name and both values; secret values are omitted.
  public var description: String { "\(name): \(winner.text) replaced \(loser.text)" }

  /// The mirror for the debugger and `dump`, without secret values.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "key": key, "winner": winner.text, "loser": loser.text])
  }
}
