import Observation
import Testing
import TypedSettings

@Suite(.withAndWithoutProbes) struct ObservationTests {
  @Test(arguments: [0, 1]) func `Swift Observation is notified after the store holds the value`(index: Int) throws {
    let store: any SettingsStore = [InMemorySettingsStore(), DictionaryStore()][index]
    let record = makeRecord(in: store, default: 0)
    let seen = Log<Int>()
    onNextChange(of: record.value) { seen.append(record.value) }
    try store.set(1, forKey: testKey)
    #expect(seen.elements == [1])
  }

  @Test func `only records of the same key are notified`() {
    let store = InMemorySettingsStore()
    let (record, other) = (makeRecord(in: store, default: 0), makeRecord(in: store, default: 0))
    let unrelated = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "x", key: SettingsKey(domain: "d", name: "x"), default: 0, coding: .automatic)
    }
    let notified = Log<String>()
    onNextChange(of: other.value) { notified.append("other") }
    onNextChange(of: unrelated.value) { notified.append("unrelated") }
    record.value = 1
    #expect(notified.elements == ["other"])
  }

  @Test func `an equal write does not notify Swift Observation`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: 0)
    record.value = 1
    let notified = Log<Int>()
    onNextChange(of: record.value) { notified.append(1) }
    record.value = 1
    #expect(notified.elements.isEmpty)
    record.value = 2
    #expect(notified.elements == [1])
  }

  @Test(arguments: [true, false], ["memory", "four methods", "layers", "alias"])
  func `assigning the default of an unset setting notifies only observers of isSet`(isCached: Bool, kind: String) {
    let store: any SettingsStore =
      switch kind {
      case "four methods": DictionaryStore()
      case "layers": LayeredSettingsStore([.writable("user", InMemorySettingsStore())])
      default: InMemorySettingsStore()
      }
    let record = makeSettings(in: store) {
      SettingRecord(
        name: "value", key: testKey, default: 5, coding: .automatic, aliases: kind == "alias" ? ["old"] : [])
    }
    if isCached { #expect(record.value == 5) }
    let notified = Log<String>()
    onNextChange(of: record.value) { notified.append("value") }
    onNextChange(of: record.isSet) { notified.append("isSet") }
    record.value = 5
    #expect(notified.elements == ["isSet"])
    record.value = 6
    #expect(notified.elements == ["isSet", "value"])
  }

  @Test func `a setting of the same key with another default is notified of an assigned default`() {
    let store = InMemorySettingsStore()
    let (record, other) = (makeRecord(in: store, default: 1), makeRecord(in: store, default: 2))
    let notified = Log<Int>()
    for record in [record, other] {
      onNextChange(of: record.value) { notified.append(record.value) }
    }
    record.value = 1
    #expect(Set(notified.elements) == [1])
    #expect(notified.elements.count == 2)
  }

  @Test func `isSet and the stored value are observable too`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: 0)
    let notified = Log<String>()
    onNextChange(of: record.isSet) { notified.append("isSet") }
    onNextChange(of: record.storedValue) { notified.append("storedValue") }
    record.value = 0
    #expect(notified.elements.sorted() == ["isSet", "storedValue"])
  }

  @Test func `settings that share an anchor are notified of their own changes`() {
    let count = 20
    let store = InMemorySettingsStore()
    let records = makeSettings(in: store) {
      (0..<count).map {
        SettingRecord(
          name: "x", key: SettingsKey(domain: testKey.domain, name: "\($0)"), default: 0, coding: .automatic)
      }
    }
    let notified = Log<String>()
    for (index, record) in records.enumerated() {
      onNextChange(of: record.value) { notified.append("\(index)") }
      onNextChange(of: record.isSet) { notified.append("\(index) isSet") }
    }
    for (index, record) in records.enumerated().reversed() {
      record.value = 1
      #expect(notified.elements.suffix(2) == ["\(index) isSet", "\(index)"])
    }
    #expect(notified.elements.count == 2 * count)
  }

  @Test func `one tracking of several settings is notified of the first change of any`() {
    let store = InMemorySettingsStore()
    let records = makeSettings(in: store) {
      ["a", "b"].map {
        SettingRecord(
          name: $0, key: SettingsKey(domain: testKey.domain, name: $0), default: 0, coding: .automatic)
      }
    }
    let notified = Log<Int>()
    for changed in records {
      onNextChange(of: records.map(\.value)) { notified.append(records[0].value + 10 * records[1].value) }
      changed.value = 1
      changed.value = 2
    }
    #expect(notified.elements == [1, 12])
  }

  // On one actor, because `Observations` promises nothing about changes that another thread makes while it's notified.
  @MainActor @Test func `Observations delivers the last value that its actor writes`() async {
    let record = makeRecord(in: InMemorySettingsStore(), default: 0)
    let last = 1_000
    let reader = Task {
      for await value in Observations({ record.value }) where value == last { return value }
      return -1
    }
    for value in 1...last {
      record.value = value
      if value.isMultiple(of: 10) { await Task.yield() }
    }
    #expect(await reader.value == last)
  }
}
