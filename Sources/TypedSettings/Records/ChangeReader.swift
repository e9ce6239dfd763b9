/// Tells the snapshots of a setting that are news to a stream from those that are not.
struct ChangeReader<Value: Sendable> {
  private let record: SettingRecord<Value>
  private var last: LiveValue.Snapshot
  /// What the first element is, if it is not a change.
  private var first: StreamStart?

  /// Begins with the present snapshot of a record.
  init(of record: SettingRecord<Value>, _ start: StreamStart) {
    self.record = record
    last = record.link.load()
    first = start == .later ? nil : start
  }

  /// The value of a snapshot; `nil` if it is no newer than the last one, or the same.
  mutating func next(_ snapshot: LiveValue.Snapshot) -> Value? {
    if let first = first.take() {
      if first == .current { last = snapshot }
      return record.read(last)
    }
    guard snapshot.revision > last.revision else { return nil }
    defer { last = snapshot }
    return record.isSame(snapshot.value, last.value) ? nil : record.read(snapshot)
  }
}
