import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The pattern of fetching the current value and then iterating the later ones.
@Suite struct CurrentValueStreamTests {
  private let store = InMemorySettingsStore()
  private let first: SettingRecord<Int>
  private let second: SettingRecord<Int>

  init() {
    let store = store
    (first, second) = makeSettings(in: store) {
      (
        SettingRecord(name: "a", key: SettingsKey(domain: "d", name: "a"), default: 1, coding: .automatic),
        SettingRecord(name: "b", key: SettingsKey(domain: "d", name: "b"), default: 10, coding: .automatic)
      )
    }
  }

  @Test(.timeLimit(.minutes(30))) func `a change between the fetch and the loop is not lost`() async {
    let stream = first.fetchableStream
    #expect(await stream() == 1)
    first.value = 2
    for await later in stream {
      #expect(later == 2)
      break
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: [StreamBufferingPolicy.newest(1), .newest(4), .unbounded])
  func `the fetched value is not repeated`(_ buffering: StreamBufferingPolicy) async {
    let stream = first.fetchableStream(buffering: buffering)
    first.value = 2
    #expect(await stream() == 2)
    var iterator = stream.makeAsyncIterator()
    first.value = 3
    #expect(await iterator.next() == 3)
    first.value = 4
    #expect(await iterator.next() == 4)
  }

  @Test(.timeLimit(.minutes(30))) func `a reverted change is not a change`() async {
    let stream = first.fetchableStream
    #expect(await stream() == 1)
    first.value = 2
    first.value = 1
    var iterator = stream.makeAsyncIterator()
    first.value = 5
    #expect(await iterator.next() == 5)
  }

  @Test(.timeLimit(.minutes(30))) func `a loop without a fetch starts with later changes`()
    async
  {
    let stream = first.fetchableStream
    first.value = 2
    var iterator = stream.makeAsyncIterator()
    first.value = 3
    #expect(await iterator.next() == 3)
  }

  /// Derived streams, and their values after 1 and 10 have changed to 2 and 10.
  private func streams() -> [(stream: FetchableStream<String>, first: String, later: String)] {
    let (a, b) = (first.fetchableStream, second.fetchableStream)
    return [
      (a.map { "\($0)" }, "1", "2"),
      (a.asyncMap { "\($0)" }, "1", "2"),
      (a.map { "\($0)" }.removeDuplicates(), "1", "2"),
      (a.combineLatest(b).map { "\($0) \($1)" }, "1 10", "2 10"),
      (b.combineLatest(a).map { "\($0) \($1)" }, "10 1", "10 2"),
      (a.combineLatest(b, a).map { "\($0) \($1) \($2)" }, "1 10 1", "2 10 2"),
      (b.merge(a).map { "\($0)" }, "10", "2"),
    ]
  }

  @Test(.timeLimit(.minutes(30)), arguments: 0..<7) func `derived streams lose no change either`(
    _ index: Int
  ) async {
    let (stream, firstValue, later) = streams()[index]
    #expect(await stream() == firstValue)
    first.value = 2
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == later)
  }

  @Test(.timeLimit(.minutes(30))) func `a filtered stream loses no change either`() async {
    let stream = first.fetchableStream.filter { $0 > 5 }
    #expect(await stream() == nil)
    first.value = 6
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 6)
  }
}
