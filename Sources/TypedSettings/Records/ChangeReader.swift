/// Tells the snapshots of a setting that are news to a stream from those that are not.
struct ChangeReader<Value: Sendable> {
  private let record: SettingRecord<Value>
  private var last: LiveValue.Snapshot
  /// The start, if the first element is no change.
  private var first: StreamStart?

  /// Begins with the snapshot of a record that the start names, or with the present one.
  init(of record: SettingRecord<Value>, _ start: StreamStart) {
    self.record = record
    last = if case .setting(let snapshot) = start.mark { snapshot } else { record.link.load() }
    first = start.beginsWithElement ? start : nil
  }

  /// The value of a snapshot; `nil` if it is no newer than the last one, or the same.
  mutating func next(_ snapshot: LiveValue.Snapshot) -> Value? {
    if let first = first.take() {
      if case .current = first { last = snapshot }
      return record.read(last)
    }
    guard snapshot.revision > last.revision else { return nil }
    defer { last = snapshot }
    return record.isSame(snapshot.value, last.value) ? nil : record.read(snapshot)
  }
}
