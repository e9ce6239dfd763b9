internal import TypedSettingsCore

// Encoding messages for the transport, and the entries that are too large for it.

extension SyncSession {
  /// Returns a message as bytes that the transport accepts.
  ///
  /// An entry that's too large for the transport is left out, and reported once.
  func encoded(_ body: SyncMessage.Body, for destination: SyncDestination) -> [[UInt8]] {
    let message = engine.message(body)
    let transport = destination.transport
    let (maximum, oversized) = (connections[transport].transport.maximumMessageSize, connections[transport].oversized)
    let parts = message.parts(ofAtMost: maximum, unit: { engine.unit(of: $0) })
    if oversized.isEmpty, parts.oversizedKeys.isEmpty { return parts.messages }
    for (key, entry) in message.entries {
      if !parts.oversizedKeys.contains(key) {
        connections[transport].oversized[key] = nil
      } else if connections[transport].oversized.updateValue(entry.stamp, forKey: key) != entry.stamp {
        let error = SettingsError.valueTooLarge(entry.size(forKey: key), maximum: maximum)
        SettingsDiagnostics.report(error.at(settings.description(of: key)?.key ?? key))
      }
    }
    return parts.messages
  }

  /// A Boolean value that indicates whether entries of the current state are too large for a transport.
  var hasOversizedEntries: Bool {
    connections.contains { $0.oversized.contains { engine.memory.state[$0.key]?.stamp == $0.value } }
  }
}
