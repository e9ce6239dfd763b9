import Testing
import TypedSettings

/// Loops over streams with a buffer that begin after a fetch.
@Suite(.timeLimit(.minutes(30))) struct BufferedStreamTests {
  private let count: SettingRecord<Int>
  private let other: SettingRecord<Int>

  init() {
    func record(_ name: String) -> SettingRecord<Int> {
      SettingRecord(name: name, key: SettingsKey(domain: "d", name: name), default: 0, coding: .automatic)
    }
    (count, other) = makeSettings(in: InMemorySettingsStore()) { (record("count"), record("other")) }
  }

  /// Streams whose elements are the values of `count`.
  private func streams(_ buffering: StreamBufferingPolicy) -> [FetchableStream<Int>] {
    let stream = count.fetchableStream(buffering: buffering)
    let second = other.fetchableStream(buffering: buffering)
    return [
      stream,
      stream.map { $0 },
      stream.removeDuplicates(),
      stream.map { $0 }.removeDuplicates().removeDuplicates(),
      stream.combineLatest(second).map { $0.0 },
      second.combineLatest(stream).map { $0.1 },
      second.merge(stream),
    ]
  }

  @Test(arguments: 0..<7, [.newest(1), .newest(4), .unbounded] as [StreamBufferingPolicy])
  func `the last value arrives if it was set before the loop`(index: Int, buffering: StreamBufferingPolicy) async {
    let stream = streams(buffering)[index]
    #expect(await stream() == 0)
    count.value = 1
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    count.value = 2
    #expect(await iterator.next() == 2)
  }

  @Test(arguments: 0..<7, [.newest(4), .unbounded] as [StreamBufferingPolicy])
  func `values since the beginning of the loop are buffered after a fetch too`(
    index: Int, buffering: StreamBufferingPolicy
  ) async {
    let stream = streams(buffering)[index]
    #expect(await stream() == 0)
    var iterator = stream.makeAsyncIterator()
    for value in 1...3 { count.value = value }
    var received: [Int] = []
    while received.last != 3, let value = await iterator.next() { received.append(value) }
    #expect(received == [1, 2, 3])
  }

  @Test(arguments: 0..<7, [.newest(4), .unbounded] as [StreamBufferingPolicy])
  func `changes between the fetch and the loop arrive as one, and later ones individually`(
    index: Int, buffering: StreamBufferingPolicy
  ) async {
    let stream = streams(buffering)[index]
    #expect(await stream() == 0)
    count.value = 1
    count.value = 2
    var iterator = stream.makeAsyncIterator()
    for value in 3...5 { count.value = value }
    var received: [Int] = []
    while received.last != 5, let value = await iterator.next() { received.append(value) }
    #expect(received == [2, 3, 4, 5])
  }

  @Test(arguments: 0..<7)
  func `a full buffer drops the value from before the loop first`(index: Int) async {
    let stream = streams(.newest(2))[index]
    #expect(await stream() == 0)
    count.value = 1
    var iterator = stream.makeAsyncIterator()
    for value in 2...4 { count.value = value }
    var received: [Int] = []
    while received.last != 4, let value = await iterator.next() { received.append(value) }
    #expect(received == [3, 4])
  }

  @Test(arguments: 0..<7, [.newest(4), .unbounded] as [StreamBufferingPolicy])
  func `a value that was fetched is not repeated after a change that was reverted before the loop`(
    index: Int, buffering: StreamBufferingPolicy
  ) async {
    let stream = streams(buffering)[index]
    #expect(await stream() == 0)
    count.value = 1
    count.value = 0
    var iterator = stream.makeAsyncIterator()
    count.value = 2
    #expect(await iterator.next() == 2)
  }

  @Test(arguments: [.newest(4), .unbounded] as [StreamBufferingPolicy])
  func `a filtered stream loses no buffered value either`(buffering: StreamBufferingPolicy) async {
    let stream = count.fetchableStream(buffering: buffering).filter { $0 > 0 }.removeDuplicates()
    #expect(await stream() == nil)
    count.value = 1
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    for value in [-1, 2, 3] { count.value = value }
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == 3)
  }
}
