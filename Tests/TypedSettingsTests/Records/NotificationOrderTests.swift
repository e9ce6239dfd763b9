import Testing
import TypedSettings

struct NotificationOrderTests {
  private func change(_ value: SettingsValue?, _ revision: SettingsRevision?) -> SettingsChange {
    SettingsChange(key: testKey, value: value, revision: revision, origin: .external)
  }

  @Test func `a record ends with what the store holds when numbered changes arrive out of order`() {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    _ = record.value
    let (first, second) = (SettingsRevision.next(), SettingsRevision.next())
    store.set(2, forKey: testKey)
    store.notify(change(2, second))
    store.notify(change(1, first))
    #expect(record.value == 2)
  }

  @Test func `a record ends with what the store holds when changes have no number`() {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    _ = record.value
    store.set(2, forKey: testKey)
    store.notify(change(1, nil))
    #expect(record.value == 2)
  }

  @Test func `a change made while the store answers is not lost, whenever it is heard`() {
    let store = ManualStore()
    store.set(3, forKey: testKey)
    let record = makeRecord(in: store, default: 0)
    let revision = Log<SettingsRevision>()
    store.interruptNextRead {
      revision.append(.next())
      store.set(4, forKey: testKey)
    }
    #expect(record.value == 3)
    #expect(revision.elements.count == 1)
    store.notify(change(4, revision.elements.first))
    #expect(record.value == 4)
  }

  @Test func `a late change does not bring an old value back after purgeCache`() async {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    _ = record.value
    var later = record.stream.makeAsyncIterator()
    let (first, second) = (SettingsRevision.next(), SettingsRevision.next())
    store.set(2, forKey: testKey)
    store.notify(change(2, second))
    #expect(await later.next() == 2)
    record.purgeCache()
    store.notify(change(1, first))
    #expect(record.value == 2)

    record.purgeCache()
    store.set(3, forKey: testKey)
    store.notify(change(3, .next()))
    #expect(await later.next() == 3)
  }

  @Test func `an answer is dropped when a hint comes while the store answers`() {
    let store = ManualStore()
    store.set(3, forKey: testKey)
    let record = makeRecord(in: store, default: 0)
    store.interruptNextRead {
      store.set(4, forKey: testKey)
      store.notify(change(4, nil))
    }
    #expect(record.value == 4)
  }

  @Test func `a write is seen by the next read even if the store tells nobody`() {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    record.value = 3
    #expect(record.value == 3)
    record.reset()
    #expect(record.value == 0)
  }
}
