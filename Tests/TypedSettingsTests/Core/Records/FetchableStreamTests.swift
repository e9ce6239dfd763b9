import Testing
import TypedSettings

@Suite(.timeLimit(.minutes(30))) struct FetchableStreamTests {
  private let store = InMemorySettingsStore()

  private func record(_ name: String, default value: Int = 0) -> SettingRecord<Int> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: name, key: SettingsKey(domain: "d", name: name), default: value, coding: .automatic)
    }
  }

  @Test func `a call returns the current value, and iteration the later ones`() async {
    let count = record("count")
    count.value = 1
    let stream = count.fetchableStream
    #expect(await stream() == 1)
    var iterator = stream.makeAsyncIterator()
    count.value = 2
    #expect(await iterator.next() == 2)
    #expect(await stream() == 2)
  }

  @Test func `a store of four methods can be followed`() async {
    let store = DictionaryStore()
    let record = makeRecord(in: store, default: 0)
    var iterator = record.fetchableStream.makeAsyncIterator()
    store.set(3, forKey: testKey)
    #expect(await iterator.next() == 3)
  }

  @Test func `a stream with the current value misses and repeats nothing`() async {
    let count = record("count")
    var iterator = count.values.makeAsyncIterator()
    count.value = 1
    #expect(await iterator.next() == 1)
    count.value = 2
    #expect(await iterator.next() == 2)
  }

  @Test func `a slow loop receives only the newest value`() async {
    let count = record("count")
    var iterator = count.fetchableStream.makeAsyncIterator()
    for value in 1...100 { count.value = value }
    #expect(await iterator.next() == 100)
    count.value = 7
    #expect(await iterator.next() == 7)
  }

  @Test func `a value that returns to the last received one is not repeated`() async {
    let count = record("count")
    var iterator = count.values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    count.value = 1
    count.reset()
    count.value = 0
    count.reset()
    count.value = 2
    #expect(await iterator.next() == 2)
  }

  @Test(
    arguments: [
      (.unbounded, [1, 2, 3, 4, 5]), (.newest(3), [3, 4, 5]), (.newest(1), [5]), (.newest(0), [5]),
    ] as [(StreamBufferingPolicy, [Int])])
  func `a slow loop receives as many values as its buffer holds`(
    buffering: StreamBufferingPolicy, expected: [Int]
  ) async {
    let count = record("count")
    var iterator = count.fetchableStream(buffering: buffering).makeAsyncIterator()
    for value in 1...5 { count.value = value }
    var received: [Int] = []
    while received.last != 5, let value = await iterator.next() { received.append(value) }
    #expect(received == expected)
  }

  @Test func `a buffered stream with the current value has no gap and no repeat`() async {
    let count = record("count")
    var iterator = count.fetchableStream(buffering: .unbounded).withCurrent.makeAsyncIterator()
    count.value = 1
    count.value = 2
    #expect(await iterator.next() == 2)
    count.value = 3
    count.value = 4
    #expect(await iterator.next() == 3)
    #expect(await iterator.next() == 4)
  }

  @Test func `all loops over a stream and its derived streams share one observer`() {
    let count = record("count")
    let stream = count.fetchableStream
    do {
      let iterators = (0..<100).map { _ in stream.makeAsyncIterator() }
      let mapped = stream.map { $0 * 2 }.withCurrent.makeAsyncIterator()
      #expect(store.observerCount == 1)
      withExtendedLifetime((iterators, mapped)) {}
    }
    #expect(store.observerCount == 0)
  }

  @Test func `a loop ends when its task is canceled and leaves no observer`() async throws {
    let count = record("count")
    let stream = count.values
    let task = Task { () -> [Int] in
      var received: [Int] = []
      for await value in stream { received.append(value) }
      return received
    }
    try await wait { store.observerCount != 0 }
    task.cancel()
    #expect(await task.value.allSatisfy { $0 == 0 })
    #expect(store.observerCount == 0)
  }
}

// MARK: Derived streams

extension FetchableStreamTests {
  @Test func `map applies to the current and to later values`() async {
    let count = record("count", default: 1)
    let stream = count.fetchableStream.map { "\($0)" }
    #expect(await stream() == "1")
    var iterator = stream.withCurrent.makeAsyncIterator()
    #expect(await iterator.next() == "1")
    count.value = 2
    #expect(await iterator.next() == "2")
  }

  @Test func `asyncMap applies an asynchronous function`() async {
    let count = record("count", default: 1)
    let stream = count.fetchableStream.asyncMap { value in
      await Task.yield()
      return value * 10
    }
    #expect(await stream() == 10)
    var iterator = stream.makeAsyncIterator()
    count.value = 2
    #expect(await iterator.next() == 20)
  }

  @Test func `filter skips values, the current one included`() async {
    let count = record("count")
    let stream = count.fetchableStream.filter { $0 > 10 }
    #expect(await stream() == nil)
    var iterator = stream.withCurrent.makeAsyncIterator()
    count.value = 11
    #expect(await iterator.next() == 11)
    #expect(await stream() == 11)
    let buffered = count.fetchableStream(buffering: .unbounded).filter { $0 > 10 }
    var every = buffered.makeAsyncIterator()
    for value in [5, 12, 6, 13] { count.value = value }
    #expect(await every.next() == 12)
    #expect(await every.next() == 13)
  }

  @Test func `compactMap skips values that it maps to nil`() async {
    let count = record("count", default: 4)
    let stream = count.fetchableStream.compactMap { $0.isMultiple(of: 2) ? $0 / 2 : nil }
    #expect(await stream() == 2)
    var iterator = stream.map { $0 + 1 }.makeAsyncIterator()
    count.value = 8
    #expect(await iterator.next() == 5)
  }

  @Test func `removeDuplicates compares the first later value with the current one`() async {
    let count = record("count", default: 20)
    let stream = count.fetchableStream(buffering: .unbounded).map { $0 > 10 }.removeDuplicates()
    #expect(await stream() == true)
    var iterator = stream.makeAsyncIterator()
    for value in [30, 40, 5, 6, 50] { count.value = value }
    #expect(await iterator.next() == false)
    #expect(await iterator.next() == true)
  }

  @Test func `combineLatest yields the newest values of all streams whenever one changes`() async {
    let (a, b, c, d) = (
      record("a", default: 1), record("b", default: 2), record("c", default: 3), record("d", default: 4)
    )
    let stream = a.fetchableStream.combineLatest(b.fetchableStream, c.fetchableStream, d.fetchableStream)
      .map { [$0.0, $0.1, $0.2, $0.3] }
    #expect(await stream() == [1, 2, 3, 4])
    var later = stream.makeAsyncIterator()
    var all = stream.withCurrent.makeAsyncIterator()
    #expect(await all.next() == [1, 2, 3, 4])
    c.value = 30
    #expect(await later.next() == [1, 2, 30, 4])
    #expect(await all.next() == [1, 2, 30, 4])
    a.value = 10
    d.value = 40
    #expect(await later.next() == [10, 2, 30, 40])
  }

  @Test func `a combined loop receives a change made before its first iteration`() async {
    let (a, b) = (record("a"), record("b"))
    var iterator = a.fetchableStream.combineLatest(b.fetchableStream).makeAsyncIterator()
    b.value = 1
    let pair = await iterator.next()
    #expect(pair?.0 == 0)
    #expect(pair?.1 == 1)
  }

  @Test func `merge yields the values of both streams, each in its own order`() async {
    let (a, b) = (record("a"), record("b"))
    let stream = a.fetchableStream.merge(b.fetchableStream)
    var iterator = stream.withCurrent.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    a.value = 1
    b.value = 2
    #expect(Set([await iterator.next(), await iterator.next()]) == [1, 2])
  }

  @Test func `debounce waits until a value is stable`() async throws {
    let count = record("count")
    let clock = ManualClock()
    let stream = count.fetchableStream.debounce(for: .seconds(1), clock: clock)
    let received = Log<Int>()
    let task = Task { for await value in stream.withCurrent { received.append(value) } }
    try await wait { received.elements == [0] }
    count.value = 1
    try await clock.waitForSleeper()
    clock.advance(by: .milliseconds(900))
    count.value = 2
    try await clock.waitForSleeper(until: .milliseconds(1900))
    clock.advance(by: .milliseconds(900))
    #expect(received.elements == [0])
    clock.advance(by: .milliseconds(100))
    try await wait { received.elements.count >= 2 }
    #expect(received.elements == [0, 2])
    task.cancel()
    await task.value
    #expect(store.observerCount == 0)
  }
}
