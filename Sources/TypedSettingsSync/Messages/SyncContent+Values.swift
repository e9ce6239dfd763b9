package import TypedSettingsCore
internal import TypedSettingsFiles

extension SyncContent {
  /// Creates the content of a setting; `nil` is a reset.
  package init(_ value: SettingsValue?) {
    guard let value else {
      self = .reset
      return
    }
    var bytes = SyncBytes()
    bytes.append(value)
    self = .value(bytes.bytes)
  }

  /// Returns the value, or `nil` for a reset.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.malformedSyncMessage` if the bytes aren't a value, or with
  ///   `SettingsError.Code.storeUnavailable` if the value can't be read at present.
  package func value() throws(SettingsError) -> SettingsValue? {
    if isUnread { throw .storeUnreadable }
    guard case .value(let bytes) = self else { return nil }
    var scanner = JournalScanner(bytes, in: bytes.indices)
    var budget = JournalBudget()
    guard let value = scanner.readValue(&budget), let value, scanner.isAtEnd else {
      throw .malformedMessage("a value that can't be read")
    }
    return value
  }
}
