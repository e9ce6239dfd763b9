extension SettingsChange.Origin {
  /// What batches of values are part of: an import, or what somebody does.
  @TaskLocal package static var ofBatch: SettingsChange.Origin = .local

  /// The origin of one value of a batch.
  ///
  /// - Parameters:
  ///   - value: The value that is written; `nil` removes the key.
  ///   - batch: What the batch is part of.
  init(of value: SettingsValue?, in batch: SettingsChange.Origin) {
    self = value == nil && batch == .local ? .reset : batch
  }
}
