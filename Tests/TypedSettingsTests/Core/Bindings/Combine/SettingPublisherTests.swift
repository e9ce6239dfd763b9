import Testing
import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  struct SettingPublisherTests {
    private let store = InMemorySettingsStore()
    private let record: SettingRecord<Int>

    init() { record = makeRecord(in: store, default: 0) }

    @Test func `a sink receives the current value and then the later ones without repeats`() {
      var values: [Int] = []
      let subscription = record.publisher.sink { values.append($0) }
      for value in [1, 1, 2, 0] { record.value = value }
      record.reset()
      record.value = 3
      subscription.cancel()
      record.value = 4
      #expect(values == [0, 1, 2, 0, 3])
    }

    @Test func `changes through any record of the key or the store are published`() {
      var values: [Int] = []
      let subscription = record.publisher.sink { values.append($0) }
      makeRecord(in: store, default: 0).value = 1
      store.set(2, forKey: testKey)
      let reported = reports { store.set("text", forKey: testKey) }
      #expect(reported.count == 1)
      subscription.cancel()
      #expect(values == [0, 1, 2, 0])
    }

    @Test func `changes of a store without revisions are published too`() {
      let store = DictionaryStore()
      var values: [Int] = []
      let subscription = makeRecord(in: store, default: 0).publisher.sink { values.append($0) }
      store.set(1, forKey: testKey)
      subscription.cancel()
      #expect(values == [0, 1])
    }

    @Test func `operators work on a setting as on any publisher`() {
      var values: [String] = []
      let other = makeOtherRecord(in: store, default: "a")
      let subscription = record.publisher.map { $0 * 2 }.filter { $0 != 2 }
        .zip(other.publisher).sink { values.append("\($0)\($1)") }
      record.value = 1
      record.value = 2
      other.value = "b"
      subscription.cancel()
      #expect(values == ["0a", "4b"])
    }

    @Test func `an operator that needs one value takes one and cancels`() {
      var values: [Int] = []
      let subscription = record.publisher.first().sink { values.append($0) }
      record.value = 1
      #expect(values == [0])
      #expect(store.observerCount == 0)
      subscription.cancel()
    }

    @Test func `a subscriber receives no more than it demands, and the newest value it missed`() {
      let collector = Collector<Int>()
      record.publisher.subscribe(collector)
      #expect(collector.values.isEmpty)
      collector.request(1)
      for value in 1...5 { record.value = value }
      #expect(collector.values == [0])
      collector.request(2)
      #expect(collector.values == [0, 5])
      for value in 6...8 { record.value = value }
      #expect(collector.values == [0, 5, 6])
      collector.request(1)
      #expect(collector.values == [0, 5, 6, 8])
      collector.cancel()
    }

    @Test func `a value that is restored before the demand is not published again`() {
      let collector = Collector<Int>(demanding: .max(1))
      record.publisher.subscribe(collector)
      record.value = 1
      record.value = 0
      collector.request(1)
      #expect(collector.values == [0])
      record.value = 2
      #expect(collector.values == [0, 2])
      collector.cancel()
    }

    @Test func `the first value is the one at the time of the demand`() {
      let collector = Collector<Int>()
      record.publisher.subscribe(collector)
      record.value = 3
      collector.request(2)
      #expect(collector.values == [3])
      collector.cancel()
    }

    @Test func `the demand that a subscriber returns is respected`() {
      let collector = Collector<Int>(demanding: .max(1)) { _, value in value < 2 ? .max(1) : .none }
      record.publisher.subscribe(collector)
      for value in 1...4 { record.value = value }
      #expect(collector.values == [0, 1, 2])
      collector.cancel()
    }

    @Test func `zero demand and demand after the end are ignored`() {
      let collector = Collector<Int>()
      record.publisher.subscribe(collector)
      let subscription = collector.subscription
      subscription?.request(.none)
      #expect(collector.values.isEmpty)
      subscription?.cancel()
      subscription?.request(.unlimited)
      subscription?.cancel()
      record.value = 1
      #expect(collector.values.isEmpty)
    }

    @Test func `a sink may write the setting that it follows`() {
      var values: [Int] = []
      var depth = 0
      let subscription = record.publisher.sink { value in
        depth += 1
        #expect(depth == 1)
        values.append(value)
        if value < 6 {
          record.value = value + 1
          record.value = value + 2
        }
        depth -= 1
      }
      subscription.cancel()
      #expect(values == Array(0...7))
    }

    @Test func `of a subscriber's writes beyond its demand, the newest is kept`() {
      let collector = Collector<Int>(demanding: .max(2)) { _, value in
        if value == 0 { for later in 1...5 { record.value = later } }
        return .none
      }
      record.publisher.subscribe(collector)
      #expect(collector.values == [0, 1])
      collector.request(5)
      #expect(collector.values == [0, 1, 5])
      collector.cancel()
    }

    @Test func `a subscriber may demand more and cancel within a call`() {
      let collector = Collector<Int>(demanding: .max(1)) { collector, value in
        if value < 2 { collector.request(1) } else { collector.cancel() }
        return .max(1)
      }
      record.publisher.subscribe(collector)
      for value in 1...4 { record.value = value }
      #expect(collector.values == [0, 1, 2])
      #expect(store.observerCount == 0)
    }

    @Test func `cancelling removes the observer at once`() {
      let subscription = record.publisher.sink { _ in }
      #expect(store.observerCount == 1)
      subscription.cancel()
      #expect(store.observerCount == 0)
    }

    @Test func `a value is published before the store while the property has the old one`() {
      let record = makeRecord(in: store, default: 0, publish: .beforeStore)
      var seen: [[Int]] = []
      let subscription = record.publisher.sink { seen.append([$0, record.value]) }
      record.value = 1
      record.value = 1
      store.set(2, forKey: testKey)
      subscription.cancel()
      #expect(seen == [[0, 0], [1, 0], [2, 2]])
    }

    @Test func `a value that is published and then refused is reverted`() {
      let store = RefusingStore(refusing: testKey.name)
      let record = makeRecord(in: store, default: 0, publish: .beforeStore)
      var values: [Int] = []
      let subscription = record.publisher.sink { values.append($0) }
      #expect(throws: SettingsError.self) { try record.set(1) }
      subscription.cancel()
      #expect(values == [0, 1, 0])
    }
  }
#endif
