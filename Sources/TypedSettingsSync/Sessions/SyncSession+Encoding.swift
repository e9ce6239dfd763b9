internal import TypedSettingsCore

// Encoding messages for the transport, and the entries that are too large for it.

extension SyncSession {
  /// Returns a message as bytes that the transport accepts.
  ///
  /// An entry that's too large for the transport is left out, and reported once.
  func encoded(_ body: SyncMessage.Body) -> [[UInt8]] {
    let message = engine.message(body)
    let maximum = sync.transport.maximumMessageSize
    let parts = message.parts(ofAtMost: maximum, unit: { engine.unit(of: $0) })
    if oversized.isEmpty, parts.oversizedKeys.isEmpty { return parts.messages }
    for (key, entry) in message.entries {
      if !parts.oversizedKeys.contains(key) {
        oversized[key] = nil
      } else if oversized.updateValue(entry.stamp, forKey: key) != entry.stamp {
        let error = SettingsError.valueTooLarge(entry.size(forKey: key), maximum: maximum)
        SettingsDiagnostics.report(error.at(settings.description(of: key)?.key ?? key))
      }
    }
    return parts.messages
  }

  /// A Boolean value that indicates whether entries of the current state are too large for the transport.
  var hasOversizedEntries: Bool { oversized.contains { engine.memory.state[$0.key]?.stamp == $0.value } }
}
