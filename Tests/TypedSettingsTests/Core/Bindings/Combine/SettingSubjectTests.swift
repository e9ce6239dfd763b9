import Testing
import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  struct SettingSubjectTests {
    private let store = InMemorySettingsStore()
    private let record: SettingRecord<Int>

    init() { record = makeRecord(in: store, default: 0) }

    @Test func `a subject and its setting have the same value`() {
      let subject = record.subject
      var values: [Int] = []
      let subscription = subject.sink { values.append($0) }
      subject.send(1)
      #expect(record.value == 1)
      record.value = 2
      #expect(subject.value == 2)
      subject.value = 3
      subject.value += 1
      subscription.cancel()
      #expect(values == [0, 1, 2, 3, 4])
      #expect(store.value(forKey: testKey) == 4)
    }

    @Test func `code that takes any subject takes a setting`() {
      func raise(_ subject: some Subject<Int, Never>) { subject.send(7) }
      raise(record.subject)
      #expect(record.value == 7)
    }

    @Test func `a completion ends the subscriptions of its subject and no others`() {
      let (subject, other) = (record.subject, record.subject)
      let (own, its) = (Collector<Int>(demanding: .unlimited), Collector<Int>(demanding: .unlimited))
      subject.subscribe(own)
      other.subscribe(its)
      subject.send(completion: .finished)
      subject.send(completion: .finished)
      subject.send(5)
      #expect(record.value == 0)
      record.value = 1
      #expect(own.values == [0] && own.completions == 1)
      #expect(its.values == [0, 1] && its.completions == 0)
      its.cancel()
      #expect(store.observerCount == 0)
    }

    @Test func `a subscriber after the completion receives only the completion`() {
      let subject = record.subject
      subject.send(completion: .finished)
      let collector = Collector<Int>(demanding: .unlimited)
      subject.subscribe(collector)
      #expect(collector.values.isEmpty && collector.completions == 1)
      #expect(store.observerCount == 0)
    }

    @Test func `a completion sent within a call arrives after the values`() {
      let subject = record.subject
      let collector = Collector<Int>(demanding: .unlimited) { _, value in
        if value == 0 {
          record.value = 1
          subject.send(completion: .finished)
          record.value = 2
        }
        return .none
      }
      subject.subscribe(collector)
      #expect(collector.values == [0, 1] && collector.completions == 1)
    }

    @Test func `a setting can follow another publisher through its subject`() {
      let source = PassthroughSubject<Int, Never>()
      let subject = record.subject
      let subscription = source.subscribe(subject)
      source.send(3)
      #expect(record.value == 3)
      subscription.cancel()
      source.send(4)
      #expect(subject.value == 3)
    }

    @Test func `the subscriptions that were sent to a subject are canceled with it`() {
      let upstream = Upstream()
      var subject: SettingSubject<Int>? = record.subject
      subject?.send(subscription: upstream)
      #expect(upstream.demands == [.unlimited] && upstream.cancellations == 0)
      subject = nil
      #expect(upstream.cancellations == 1)
    }

    @Test func `a subscription sent after the completion is canceled`() {
      let subject = record.subject
      subject.send(completion: .finished)
      let upstream = Upstream()
      subject.send(subscription: upstream)
      #expect(upstream.demands.isEmpty && upstream.cancellations == 1)
    }
  }

  /// A subscription that records the demand.
  private final class Upstream: Subscription {
    private(set) var demands: [Subscribers.Demand] = []
    private(set) var cancellations = 0

    func request(_ demand: Subscribers.Demand) { demands.append(demand) }

    func cancel() { cancellations += 1 }
  }
#endif
