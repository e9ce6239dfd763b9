package import TypedSettings

extension SyncMessage {
  /// Returns the message as bytes, divided into several messages if it's too large for a transport.
  ///
  /// Entries with the same stamp stay together, because they're applied together.
  ///
  /// - Parameter size: The largest message in bytes.
  /// - Returns: The messages.
  /// - Throws: `SettingsError` with `SettingsError.Code.syncMessageTooLarge` if a part that can't be divided is too
  ///   large.
  package func parts(ofAtMost size: Int) throws(SettingsError) -> [[UInt8]] {
    let size = min(size, SyncLimits.messageSize)
    let whole = encoded
    if whole.count <= size { return [whole] }
    guard case .difference(let entries) = body else {
      throw .messageTooLarge("\(whole.count) bytes, of which the transport accepts \(size)")
    }
    let groups = Dictionary(grouping: entries) { $0.value.stamp }.values.map(Array.init)
    if groups.count < 2 { throw .messageTooLarge("\(whole.count) bytes, of which the transport accepts \(size)") }
    var parts: [[UInt8]] = []
    for (index, half) in [groups[..<(groups.count / 2)], groups[(groups.count / 2)...]].enumerated() {
      var part = self
      part.body = .difference(Dictionary(uniqueKeysWithValues: half.joined().map { ($0.key, $0.value) }))
      part.hasMore = hasMore || index == 0
      parts += try part.parts(ofAtMost: size)
    }
    return parts
  }
}
