import Testing
import TypedSettings

struct NotificationOrderTests {
  private func change(_ value: SettingsValue?, _ revision: SettingsRevision?) -> SettingsChange {
    SettingsChange(key: testKey, newValue: value, revision: revision, origin: .external)
  }

  @Test func `a record ends with the stored value if numbered changes arrive out of order`() {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    _ = record.value
    let (first, second) = (SettingsRevision.next(), SettingsRevision.next())
    store.set(2, forKey: testKey)
    store.notify(change(2, second))
    store.notify(change(1, first))
    #expect(record.value == 2)
  }

  @Test func `a record ends with the stored value if changes have no number`() {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    _ = record.value
    store.set(2, forKey: testKey)
    store.notify(change(1, nil))
    #expect(record.value == 2)
  }

  @Test func `a change made while the store answers is not lost, whenever it is notified`() {
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

  @Test func `a late change does not restore an old value after purgeCache`() async {
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

  @Test func `an answer is discarded if an invalidation arrives while the store answers`() {
    let store = ManualStore()
    store.set(3, forKey: testKey)
    let record = makeRecord(in: store, default: 0)
    store.interruptNextRead {
      store.set(4, forKey: testKey)
      store.notify(change(4, nil))
    }
    #expect(record.value == 4)
  }

  @Test func `the next read sees a write even if the store does not notify`() {
    let store = ManualStore()
    let record = makeRecord(in: store, default: 0)
    record.value = 3
    #expect(record.value == 3)
    record.reset()
    #expect(record.value == 0)
  }
}
