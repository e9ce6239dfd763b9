import Testing
import TypedSettings

struct StreamTests {
  @Test(arguments: [0, 1]) func `a stream yields later values and not the current one`(index: Int) async throws {
    let store: any SettingsStore = [InMemorySettingsStore(), DictionaryStore()][index]
    let record = makeRecord(in: store, default: 0)
    record.value = 1
    var iterator = record.stream.makeAsyncIterator()
    record.value = 2
    #expect(await iterator.next() == 2)
    try store.set(3, forKey: testKey)
    #expect(await iterator.next() == 3)
    record.reset()
    #expect(await iterator.next() == 0)
  }

  @Test func `a slow consumer receives the newest value`() async {
    let record = makeRecord(in: InMemorySettingsStore(), default: 0)
    var iterator = record.stream.makeAsyncIterator()
    for value in 1...100 { record.value = value }
    #expect(await iterator.next() == 100)
  }

  @Test func `a write that does not change the value is not in the stream`() async {
    let record = makeRecord(in: InMemorySettingsStore(), default: 0)
    var iterator = record.stream.makeAsyncIterator()
    record.value = 1
    #expect(await iterator.next() == 1)
    record.value = 1
    record.reset()
    #expect(await iterator.next() == 0)
    record.value = 0
    record.reset()
    record.value = 5
    #expect(await iterator.next() == 5)
  }

  @Test func `an undecodable value is the default in the stream and is reported once`() async {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 7)
    record.value = 1
    var (first, second) = (record.stream.makeAsyncIterator(), record.stream.makeAsyncIterator())
    let reported = reports { store.set("text", forKey: testKey) }
    #expect(await first.next() == 7)
    #expect(await second.next() == 7)
    #expect(reported.count == 1)
  }

  @Test func `abandoned streams leave no observer behind`() {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 0)
    for _ in 0..<1_000 { _ = record.stream }
    #expect(store.observerCount == 0)
    do {
      let stream = record.stream
      #expect(store.observerCount == 1)
      _ = stream.makeAsyncIterator()
    }
    #expect(store.observerCount == 0)
  }

  @Test func `canceled and finished streams leave no observer behind`() async {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 0)
    let tasks = (0..<1_000).map { number in
      let stream = record.stream
      return Task {
        for await _ in stream where number.isMultiple(of: 2) { return }
      }
    }
    #expect(store.observerCount == 1_000)
    record.value = 1
    for (number, task) in tasks.enumerated() where number.isMultiple(of: 2) { await task.value }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    #expect(store.observerCount == 0)
  }

  @Test func `released records of a custom store stop observing it`() {
    let store = DictionaryStore()
    do {
      let record = makeRecord(in: store, default: 0)
      _ = record.stream
      #expect(record.value == 0)
      #expect(store.observerCount == 1)
    }
    #expect(store.observerCount == 0)
  }
}
