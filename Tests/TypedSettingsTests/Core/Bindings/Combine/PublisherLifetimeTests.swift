import Dispatch
import Testing

@testable import TypedSettingsCore

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
  import TypedSettings
#endif

#if canImport(Combine) || OpenCombine
  struct PublisherLifetimeTests {
    private static let cycles = 10_000

    private let store = InMemorySettingsStore()
    private let settings: PlayerSettings

    init() { settings = makeSettings(in: store) { PlayerSettings() } }

    /// All kinds of publishers of a group, each as a publisher of numbers.
    private var publishers: [AnyPublisher<Int, Never>] {
      [
        settings.volumeRecord.publisher.eraseToAnyPublisher(),
        settings.volumeRecord.subject.eraseToAnyPublisher(),
        settings.publisher(for: \.loudness).eraseToAnyPublisher(),
        settings.objectWillChange.map { 0 }.eraseToAnyPublisher(),
      ]
    }

    @Test(arguments: 0..<4) func `canceled subscriptions leave nothing behind`(kind: Int) {
      weak var last: Collector<Int>?
      for _ in 0..<Self.cycles {
        let collector = Collector<Int>(demanding: .unlimited)
        publishers[kind].subscribe(collector)
        collector.cancel()
        last = collector
      }
      #expect(store.observerCount == 0)
      #expect(last == nil)
    }

    @Test(arguments: 0..<4) func `released subscriptions leave nothing behind`(kind: Int) {
      for _ in 0..<Self.cycles {
        _ = publishers[kind]
        _ = publishers[kind].sink { _ in }
      }
      #expect(store.observerCount == 0)
    }

    @Test(arguments: 0..<4) func `a subscriber without demand or subscription is released`(kind: Int) {
      weak var last: Collector<Int>?
      for _ in 0..<Self.cycles {
        let collector = Collector<Int>(keepingSubscription: false)
        publishers[kind].subscribe(collector)
        last = collector
      }
      #expect(store.observerCount == 0)
      #expect(last == nil)
    }

    @Test func `a subscriber with finite demand receives its values and is then released`() {
      let values = Log<Int>()
      weak var weakCollector: Collector<Int>?
      do {
        let collector = Collector<Int>(demanding: .max(3), keepingSubscription: false) { _, value in
          values.append(value)
          return .none
        }
        settings.volumeRecord.publisher.subscribe(collector)
        weakCollector = collector
      }
      settings.volume = 6
      #expect(weakCollector != nil)
      settings.volume = 7
      #expect(values.elements == [5, 6, 7])
      #expect(weakCollector == nil)
      #expect(store.observerCount == 0)
    }

    @Test func `a subscription that is canceled within a call is released, although more is demanded`() {
      weak var subscription: DemandSubscription<RecordSource<Int>>?
      let collector = Collector<Int>(demanding: .unlimited) { collector, _ in
        subscription = collector.subscription as? DemandSubscription<RecordSource<Int>>
        collector.cancel()
        return .unlimited
      }
      settings.volumeRecord.publisher.subscribe(collector)
      #expect(collector.values == [5])
      #expect(subscription == nil)
    }

    @Test func `an event that is replaced without demand may cancel the subscription when it is released`() {
      let collector = Collector<Int>()
      let subscription = DemandSubscription<EventSource>(collector)
      subscription.start(observing: 1)
      subscription.offer(EventSource.Event { subscription.cancel() })
      subscription.offer(EventSource.Event {})
      collector.request(1)
      #expect(collector.values.isEmpty)
    }

    @Test func `a group is released with its last subscription`() {
      weak var group: PlayerSettings?
      var subscriptions: [AnyCancellable] = []
      do {
        let other = makeSettings(in: InMemorySettingsStore()) { PlayerSettings() }
        group = other
        subscriptions.append(other.publisher(for: \.loudness).sink { _ in })
        subscriptions.append(other.objectWillChange.sink { _ in })
        subscriptions.append(other.volumeRecord.publisher.sink { _ in })
      }
      #expect(group != nil)
      subscriptions = []
      #expect(group == nil)
    }
  }

  /// A source of one number for each event, whose events call a function when they're released.
  private final class EventSource: SubscriptionSource {
    final class Event: Equatable, Sendable {
      private let onRelease: @Sendable () -> Void

      init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

      deinit { onRelease() }

      static func == (left: Event, right: Event) -> Bool { left === right }
    }

    private let number: Int

    init(of number: Int, offer: @escaping @Sendable (Event) -> Void) { self.number = number }

    func output(for event: Event) -> Int? { number }
  }

  /// A test that is mainly for the thread sanitizer, and also passes without it.
  @Suite(.serialized)
  struct PublisherStressTests {
    private static let threads = 8
    private static let steps = 2_000

    private let store = InMemorySettingsStore()

    /// Subscribes, writes on all threads at once, and checks the received values.
    private func follow(
      _ publisher: (PlayerSettings) -> AnyPublisher<Int, Never>, then check: ([Int], PlayerSettings) -> Void
    ) {
      let settings = makeSettings(in: store) { PlayerSettings() }
      let values = Log<Int>()
      let calls = Log<Int>()
      let running = LockedState(0)
      let subscription = publisher(settings).sink { value in
        let now = running.withLock { running in
          running += 1
          return running
        }
        if now != 1 { calls.append(now) }
        values.append(value)
        running.withLock { $0 -= 1 }
      }
      DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
        for step in 0..<Self.steps { settings.volume = thread * Self.steps + step }
      }
      #expect(calls.elements.isEmpty)
      check(values.elements, settings)
      subscription.cancel()
      #expect(store.observerCount == 0)
    }

    @Test func `a sink is called by one thread at a time, last with the stored value`() {
      follow({ $0.volumeRecord.publisher.eraseToAnyPublisher() }) { values, settings in
        #expect(values.last == settings.volume)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
        #expect(values.count > Self.steps)
      }
      follow({ $0.publisher(for: \.loudness).eraseToAnyPublisher() }) { values, settings in
        #expect(values.last == settings.volume)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 != $1 })
      }
    }

    @Test func `concurrent subscriptions, demand and cancellation lose no values`() {
      let settings = makeSettings(in: store) { PlayerSettings() }
      DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
        for step in 0..<(Self.steps / 10) {
          settings.volume = thread * Self.steps + step
          let collector = Collector<Int>(demanding: .max(2))
          switch step % 3 {
          case 0: settings.volumeRecord.publisher.subscribe(collector)
          case 1: settings.publisher(for: \.loudness).subscribe(collector)
          default: settings.objectWillChange.map { 0 }.subscribe(collector)
          }
          collector.request(3)
          collector.cancel()
        }
      }
      #expect(store.observerCount == 0)
    }
  }
#endif
