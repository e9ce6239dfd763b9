import Testing
import TypedSettings

struct StreamLeakTests {
  private let store = InMemorySettingsStore()

  private func makeRecord() -> SettingRecord<Int> { TypedSettingsTests.makeRecord(in: store, default: 0) }

  @Test func `streams created, iterated, canceled or abandoned 10,000 times leave nothing behind`() async {
    for round in 0..<10_000 {
      let record = makeRecord()
      switch round % 5 {
      case 0:
        _ = record.values.makeAsyncIterator()
      case 1:
        var iterator = record.values.combineLatest(record.fetchableStream(buffering: .unbounded)).makeAsyncIterator()
        _ = await iterator.next()
      case 2:
        _ = record.observe { _ in }
      case 3:
        let group = makeGroup()
        var iterator = group.values(for: \.sum).makeAsyncIterator()
        _ = await iterator.next()
        _ = group.changes.makeAsyncIterator()
      default:
        let values = record.values
        let task = Task { for await _ in values {} }
        if round % 2 == 0 { await Task.yield() }
        task.cancel()
        await task.value
      }
    }
    #expect(store.observerCount == 0)
  }

  private func makeGroup() -> KeyPathValuesTests.Settings {
    makeSettings(in: store) { KeyPathValuesTests.Settings() }
  }

  @Test(arguments: 0..<5) func `a record is released with its last stream`(kind: Int) async {
    weak var remembered: SettingRecord<Int>?
    do {
      let record = makeRecord()
      remembered = record
      var held: Any = record.values.makeAsyncIterator()
      switch kind {
      case 0: break
      case 1:
        var iterator = record.fetchableStream(buffering: .unbounded).withCurrent.makeAsyncIterator()
        _ = await iterator.next()
        held = iterator
      case 2: held = record.observe { _ in }
      case 3: held = record.fetchableStream.debounce(for: .seconds(1)).merge(record.values)
      default:
        let values = record.values
        let task = Task { for await _ in values {} }
        task.cancel()
        await task.value
        held = task
      }
      #expect(remembered != nil)
      withExtendedLifetime(held) {}
    }
    #expect(remembered == nil)
    #expect(store.observerCount == 0)
  }
}
