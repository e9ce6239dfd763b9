/// Gives the values of a setting one by one, as many as a queue has room for.
final class EveryValuePoll<Element: Sendable>: StreamPoll {
  private let record: SettingRecord<Element>
  private let queue: ChangeQueue
  private let subscription: ChangeHub.Subscription
  private var reader: ChangeReader<Element>
  /// Whether the first poll looks at the present value, and not at the queue.
  private var isFirst: Bool

  init(
    of record: SettingRecord<Element>, _ start: StreamStart, _ hub: ChangeHub, _ signal: StreamSignal, capacity: Int
  ) {
    self.record = record
    queue = ChangeQueue(capacity: capacity)
    subscription = hub.subscribe(signal, queue: queue)
    reader = ChangeReader(of: record, start)
    isFirst = start.beginsWithElement || start.mark != nil
  }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    if isFirst {
      isFirst = false
      if let value = reader.next(record.link.load()) { return value }
    }
    while let change = queue.popFirst() {
      guard let revision = change.revision else { continue }
      let snapshot = LiveValue.Snapshot(value: change.value, revision: revision)
      if let value = reader.next(snapshot) { return value }
    }
    return nil
  }
}
