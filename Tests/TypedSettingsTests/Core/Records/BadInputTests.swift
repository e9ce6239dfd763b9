import Testing
import TypedSettings
import TypedSettingsTesting

struct BadInputTests {
  @Test(arguments: [.null, "text", 1.5, [], [:], .unsigned(.max)] as [SettingsValue])
  func `a stored value of another type is kept, reads as the default, and is reported once`(stored: SettingsValue) {
    let store = InMemorySettingsStore([testKey: stored])
    let record = makeRecord(in: store, default: 5)
    let reported = reports {
      #expect(record.value == 5)
      #expect(record.value == 5)
    }
    #expect(reported.map(\.code) == [.undecodable])
    #expect(reported.first?.key == testKey)
    #expect(record.issue?.code == .undecodable)
    #expect(record.isSet)
    #expect(store.value(forKey: testKey) == stored)

    record.value = 6
    #expect(record.issue == nil)
    #expect(record.value == 6)
  }

  @Test func `a store that throws changes nothing, and the plain setter reports it`() {
    let store = FaultInjectingSettingsStore()
    let record = makeRecord(in: store, default: 5)
    record.value = 6
    store.failWrites(with: SomeError())
    #expect(throws: SettingsError.self) { try record.set(7) }
    #expect(throws: SettingsError.self) { try record.update { $0 = 7 } }
    let reported = reports {
      record.value = 7
      record.reset()
    }
    #expect(reported.map(\.code) == [.storeFailed, .storeFailed])
    #expect(reported.allSatisfy { $0.underlying is SomeError && $0.key == testKey })
    #expect(record.value == 6)
    store.succeed()
    record.value = 7
    #expect(record.value == 7)
  }

  @Test func `a value that cannot be encoded changes nothing`() {
    struct Refusing: Codable, Sendable {
      var number: Int
      func encode(to encoder: any Encoder) throws { throw SomeError() }
    }
    let record = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      SettingRecord(name: "value", key: testKey, default: Refusing(number: 1), coding: .automatic)
    }
    #expect(throws: SettingsError.self) { try record.set(Refusing(number: 2)) }
    #expect(reports { record.value = Refusing(number: 3) }.map(\.code) == [.unencodable])
    #expect(record.value.number == 1)
    #expect(record.encodedValue == nil)
  }

  @Test(arguments: [0, 1]) func `a record can be created and read inside a store's callback`(index: Int) throws {
    let store: any SettingsStore = [InMemorySettingsStore(), DictionaryStore()][index]
    let seen = Log<Int>()
    let token = store.observe(testKey) { _ in
      let record = makeRecord(in: store, default: 5)
      seen.append(record.value)
      if record.value < 3 { record.value += 1 }
    }
    try store.set(1, forKey: testKey)
    store.removeObserver(token)
    #expect(Set(seen.elements) == [1, 2, 3])
    #expect(store.value(forKey: testKey) == 3)
  }

  @Test func `an update that throws changes nothing`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: 5)
    #expect(throws: SomeError.self) {
      try record.update { value in
        value = 6
        throw SomeError()
      }
    }
    #expect(!record.isSet)
  }

  @Test func `an update that changes nothing stores no default`() throws {
    let record = makeRecord(in: InMemorySettingsStore(), default: 5)
    #expect(try record.update { $0 } == 5)
    #expect(!record.isSet)
  }

  @Test func `an update that leaves the default unchanged keeps an undecodable value`() throws {
    let store = InMemorySettingsStore([testKey: "five"])
    let record = makeRecord(in: store, default: 5)
    _ = reports { _ = record.value }
    try record.update { _ in }
    #expect(store.value(forKey: testKey) == "five")
  }
}
