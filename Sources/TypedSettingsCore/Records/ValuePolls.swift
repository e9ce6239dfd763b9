/// A poll that returns the newest value of a setting whenever it has changed.
final class NewestValuePoll<Element: Sendable>: StreamPoll {
  private let record: SettingRecord<Element>
  private let subscription: ChangeHub.Subscription
  private var reader: ChangeReader<Element>

  init(of record: SettingRecord<Element>, _ start: StreamStart, _ subscription: ChangeHub.Subscription) {
    self.record = record
    self.subscription = subscription
    // Created after the subscription, so that every change after the reader's first snapshot is signaled.
    reader = ChangeReader(of: record, start)
  }

  var yieldsSingleElements: Bool { true }

  /// Returns the newest value, or `nil` if it hasn't changed.
  func newest() -> Element? { reader.next(record.link.load()) }

  func next(isolation: isolated (any Actor)?) async -> Element? { newest() }
}

/// A poll that returns the values of a setting one by one, up to the capacity of a queue.
///
/// The queue has the changes after the subscription. Of the changes between the start of the run and the subscription,
/// only the newest value is known, and it precedes those in the queue.
final class EveryValuePoll<Element: Sendable>: StreamPoll {
  private let record: SettingRecord<Element>
  private let queue: ChangeQueue
  private let subscription: ChangeHub.Subscription
  private var reader: ChangeReader<Element>
  /// A Boolean value that indicates whether the next poll returns the element that the run begins with.
  private var isFirst: Bool
  /// The value at the time of the subscription, until a poll compares it with the position that the run starts from.
  private var subscribedValue: LiveValue.Snapshot?

  init(
    of record: SettingRecord<Element>, _ start: StreamStart, _ hub: ChangeHub, _ signal: StreamSignal, capacity: Int
  ) {
    self.record = record
    queue = ChangeQueue(capacity: capacity)
    subscription = hub.subscribe(signal, queue: queue)
    reader = ChangeReader(of: record, start)
    isFirst = start.beginsWithElement
    // Loaded after the subscription, so that every later change is in the queue.
    subscribedValue = start.position == nil ? nil : record.link.load()
  }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    if isFirst {
      isFirst = false
      if let value = reader.next(record.link.load()) { return value }
    }
    // A full queue has already evicted this value, which is older than those in it.
    if let snapshot = subscribedValue.take(), !queue.isFull, let value = reader.next(snapshot) { return value }
    while let change = queue.popFirst() {
      guard let revision = change.revision else { continue }
      let snapshot = LiveValue.Snapshot(value: change.newValue, revision: revision)
      if let value = reader.next(snapshot) { return value }
    }
    return nil
  }
}

/// A filter that passes on only the snapshots of a setting that are new to a stream.
private struct ChangeReader<Value: Sendable> {
  private let record: SettingRecord<Value>
  private var last: LiveValue.Snapshot
  /// The identity of the last value; `nil` until it's needed.
  private var lastIdentity: SettingsValue??
  /// The start of the stream, if its first element isn't a change.
  private var first: StreamStart?

  /// Creates a reader that begins with the snapshot that the start names, or else with the current one.
  init(of record: SettingRecord<Value>, _ start: StreamStart) {
    self.record = record
    last = if case .setting(let snapshot) = start.position { snapshot } else { record.link.load() }
    first = start.beginsWithElement ? start : nil
  }

  /// Returns the value of a snapshot, or `nil` if it is no newer than the last one, or the same.
  mutating func next(_ snapshot: LiveValue.Snapshot) -> Value? {
    if let first = first.take() {
      if case .current = first { last = snapshot }
      return record.read(last)
    }
    guard snapshot.revision > last.revision else { return nil }
    if snapshot.value == last.value {
      last = snapshot
      return nil
    }
    // The new value first, because it's often cached.
    let identity = record.identity(of: snapshot.value, revision: snapshot.revision)
    let former = lastIdentity ?? record.identity(of: last.value, revision: last.revision)
    (last, lastIdentity) = (snapshot, .some(identity))
    return identity == former ? nil : record.read(snapshot)
  }
}
