public import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A change of a setting by one of the devices.
public struct SyncChange: Hashable, Sendable {
  /// The name of the property, as a path in a nested group.
  public let name: String

  /// The key of the setting on this device.
  public let key: SettingsKey

  /// The new value in its stored form, or `nil` if the setting was reset.
  public let value: SettingsValue?

  /// The device that made the change, which is the ``SyncDevice/id`` of one of the ``SettingsSync/devices``.
  public let replica: SyncReplicaIdentity

  /// The time of the change by the clock of its device; 1970 for a value from before synchronization.
  public let date: Date

  /// The key of the setting in messages.
  let messageKey: SettingsKey
  /// The value in the version in which it was set.
  let content: SyncVersionedContent
  private let isSecret: Bool

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - entry: The entry of the change.
  ///   - messageKey: The key of the entry.
  ///   - setting: The setting.
  ///   - value: Returns the value in another form; by default, that of the entry.
  /// - Throws: The error of the closure, or `SettingsError` with `SettingsError.Code.malformedSyncMessage`.
  init(
    _ entry: SyncEntry, forKey messageKey: SettingsKey, of setting: SyncDescription,
    as value: (SyncVersionedContent) throws(SettingsError) -> SettingsValue? = { try $0.content.value() }
  ) throws(SettingsError) {
    content = SyncVersionedContent(entry.content, version: entry.version)
    self.value = try value(content)
    (name, key, isSecret) = (setting.name, setting.key, setting.isSecret)
    self.messageKey = messageKey
    replica = entry.stamp.replica
    date = Date(timeIntervalSince1970: Double(entry.stamp.time) / 1_000)
  }
}

extension SyncChange: CustomStringConvertible, CustomReflectable {
  /// The name and the value; a secret value is omitted.
  public var description: String { "\(name): \(text)" }

  /// The mirror for the debugger and `dump`, without a secret value.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "key": key, "value": text, "replica": replica, "date": date])
  }

  /// The text of the value, for descriptions.
  var text: String {
    if isSecret { return "(secret)" }
    return value.map { "\($0)" } ?? "reset"
  }
}
