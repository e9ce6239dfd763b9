/// Gives the newest value of a setting whenever it has changed.
final class NewestValuePoll<Element: Sendable>: StreamPoll {
  private let record: SettingRecord<Element>
  private let subscription: ChangeHub.Subscription
  private var reader: ChangeReader<Element>

  init(of record: SettingRecord<Element>, _ start: StreamStart, _ subscription: ChangeHub.Subscription) {
    self.record = record
    self.subscription = subscription
    // After the subscription: what changes in between is later than what the reader begins with, or known to it.
    reader = ChangeReader(of: record, start)
  }

  var givesOneElementAtATime: Bool { true }

  func next(isolation: isolated (any Actor)?) async -> Element? { reader.next(record.link.load()) }
}
