import Testing
import TypedSettings
import TypedSettingsTesting

struct SettingRecordTests {
  @Test func `the first read uses the store, and later ones use the cache`() {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: 5)
    #expect(store.operations.isEmpty)
    #expect((record.value, record.value, record.value) == (5, 5, 5))
    #expect(store.operations == [.observe(testKey), .read(testKey)])
  }

  @Test func `after purgeCache the next read uses the store`() {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: 5)
    _ = record.value
    store.removeOperations()
    record.purgeCache()
    #expect(store.operations.isEmpty)
    #expect(record.value == 5)
    #expect(store.operations == [.read(testKey)])
  }

  @Test func `reading never writes`() {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: 5)
    _ = (record.value, record.isSet, record.encodedValue, record.storedValue, record.issue, record.stream)
    #expect(!store.operations.contains { if case .write = $0 { true } else { false } })
  }

  @Test func `an equal write neither writes to the store nor notifies observers`() {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: 5)
    record.value = 6
    let notified = Log<SettingsValue?>()
    let token = store.observe(testKey) { notified.append($0.newValue) }
    store.removeOperations()
    record.value = 6
    #expect(store.writes.isEmpty)
    #expect(notified.elements.isEmpty)
    store.removeObserver(token)
  }

  @Test func `assigning the default stores it, and reset removes it`() {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 5)
    record.value = 5
    #expect(record.isSet)
    #expect(store.value(forKey: testKey) == 5)
    record.reset()
    #expect(!record.isSet)
    #expect(record.value == 5)
    #expect(store.value(forKey: testKey) == nil)
  }

  @Test func `an assigned nil, an absent value and the default are distinct`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: Int?.some(5))
    #expect((record.value, record.storedValue) == (5, nil))
    record.value = nil
    #expect((record.value, record.storedValue) == (nil, .null))
    record.value = 5
    #expect((record.value, record.storedValue) == (5, 5))
    record.reset()
    #expect((record.value, record.isSet) == (5, false))
  }

  @Test(arguments: [0, 1, 2])
  func `a change from any source updates the cache`(index: Int) throws {
    let store: any SettingsStore = [InMemorySettingsStore(), DictionaryStore(), RecordingSettingsStore()][index]
    let (record, other) = (makeRecord(in: store, default: 5), makeRecord(in: store, default: 6))
    #expect((record.value, other.value) == (5, 6))
    other.value = 7
    #expect(record.value == 7)
    try store.set(8, forKey: testKey)
    #expect((record.value, other.value) == (8, 8))
    try store.set(nil, forKey: testKey)
    #expect((record.value, other.value) == (5, 6))
  }

  @Test func `an edit in place is one write`() {
    let store = RecordingSettingsStore()
    let record = makeRecord(in: store, default: [1])
    record.value.append(2)
    #expect(record.value == [1, 2])
    #expect(store.operations.filter { $0 == .write(testKey, [1, 2]) }.count == 1)
  }

  @Test func `an edit in place that changes nothing stores no default`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: [1, 2])
    record.value.sort()
    #expect(!record.isSet)
    let optional = makeRecord(in: InMemorySettingsStore(), default: [String: Int]?.none)
    optional.value?["a"] = 1
    #expect(!optional.isSet)
  }

  @Test func `an edit in place that changes nothing keeps an undecodable value`() {
    let store = InMemorySettingsStore([testKey: "not a list"])
    let record = makeRecord(in: store, default: [1, 2])
    #expect(reports { record.value.sort() }.map(\.code) == [.undecodable])
    #expect(store.value(forKey: testKey) == "not a list")
    record.value.append(3)
    #expect(store.value(forKey: testKey) == [1, 2, 3])
  }

  @Test func `an edit in place that changes nothing keeps a concurrent write`() {
    let store = InMemorySettingsStore()
    let (record, other) = (makeRecord(in: store, default: [1]), makeRecord(in: store, default: [1]))
    func edit(_ values: inout [Int]) { other.value = [50] }
    edit(&record.value)
    #expect(record.value == [50])
    #expect(store.value(forKey: testKey) == [50])
  }

  @Test func `an undecodable value is reported once, even after edits that change nothing`() {
    let record = makeRecord(in: InMemorySettingsStore([testKey: "text"]), default: 5)
    let reported = reports {
      for _ in 0..<3 {
        record.value += 0
        #expect(record.value == 5)
      }
    }
    #expect(reported.count == 1)
  }

  @Test func `an edit in place back to the default is stored`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: [1])
    record.value.append(2)
    record.value.removeLast()
    #expect(record.storedValue == [1])
  }

  @Test func `an edit in place that throws keeps its changes so far`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: [1])
    func edit(_ values: inout [Int]) throws {
      values.append(2)
      throw SomeError()
    }
    #expect(throws: SomeError.self) { try edit(&record.value) }
    #expect(record.value == [1, 2])
  }

  @Test func `a record retains its store and its key`() {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 5, traits: .watchSync)
    #expect(record.store === store)
    #expect((record.key.name, record.domain, record.name) == ("Value", "com.example.tests", "value"))
    #expect(record.traits == .watchSync)
    #expect(record.defaultValue == 5)
    #expect(ObjectIdentifier(record.valueType) == ObjectIdentifier(Int.self))
  }
}
