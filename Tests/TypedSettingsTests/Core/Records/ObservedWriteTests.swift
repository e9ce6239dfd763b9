import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// The number of times that the value of a test was decoded.
private let decodings = LockedState<[String: Int]>([:])

private struct Person: Codable, Sendable {
  var test: String
  var age: Int

  init(test: String, age: Int) {
    self.test = test
    self.age = age
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let test = try container.decode(String.self, forKey: .test)
    self.test = test
    age = try container.decode(Int.self, forKey: .age)
    decodings.withLock { $0[test, default: 0] += 1 }
  }
}

@Suite struct ObservedWriteTests {
  private func record(_ test: String, in store: any SettingsStore) -> SettingRecord<Person> {
    makeSettings(in: store) {
      SettingRecord(name: "profile", key: testKey, default: Person(test: test, age: 0), coding: .automatic)
    }
  }

  /// The stores in which a write must not be decoded again.
  enum Place: String, CaseIterable {
    case memory, file, layers, fourMethods, draft

    func make(_ folder: TemporaryFolder) -> any SettingsStore {
      switch self {
      case .memory: InMemorySettingsStore()
      case .file: FileSettingsStore(file: folder.file("settings.json"))
      case .layers: LayeredSettingsStore([.writable("user", InMemorySettingsStore())])
      case .fourMethods: DictionaryStore()
      case .draft: DraftStore(of: [], refusalPolicy: .collect)
      }
    }
  }

  @Test(arguments: Place.allCases, [false, true]) func `a write is not decoded again, with or without observers`(
    _ place: Place, isObserved: Bool
  ) throws {
    let test = "\(place) \(isObserved)"
    let record = record(test, in: place.make(try TemporaryFolder()))
    let ages = Log<Int>()
    let observation = isObserved ? record.observe { ages.append($0.age) } : nil
    for age in 1...10 { record.value = Person(test: test, age: age) }
    #expect(record.value.age == 10)
    #expect(ages.elements == (isObserved ? Array(1...10) : []))
    #expect(decodings.withLock { $0[test] } == nil)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Place.allCases) func `an observed edit in place is not decoded again`(_ place: Place) throws {
    let test = "edit \(place)"
    let record = record(test, in: place.make(try TemporaryFolder()))
    let ages = Log<Int>()
    let observation = record.observe { ages.append($0.age) }
    for _ in 1...10 { record.value.age += 1 }
    #expect(ages.elements == Array(1...10))
    #expect(decodings.withLock { $0[test] } == nil)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Place.allCases) func `an observed update is not decoded again`(_ place: Place) throws {
    let test = "update \(place)"
    let record = record(test, in: place.make(try TemporaryFolder()))
    let ages = Log<Int>()
    let observation = record.observe { ages.append($0.age) }
    for _ in 1...10 { try record.update { $0.age += 1 } }
    #expect(ages.elements == Array(1...10))
    #expect(decodings.withLock { $0[test] } == nil)
    withExtendedLifetime(observation) {}
  }

  // MARK: Notifications

  @Test func `an observer of a clamped setting receives no repeated value`() {
    let store = InMemorySettingsStore()
    let record = makeSettings(in: store) {
      SettingRecord(
        name: "percent", key: testKey, default: 50,
        coding: SettingCoding<Int>.automatic.wrapped(in: Clamped<Int>.self, config: 0...100))
    }
    let values = Log<Int>()
    let observation = record.observe { values.append($0) }
    for value: Int64 in [150, 200, 300, 20, -5, -6] { store.set(.integer(value), forKey: testKey) }
    #expect(values.elements == [100, 20, 0])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer of a number receives no repeat if it is stored as an integer or with a fraction`() {
    let store = InMemorySettingsStore()
    let record = makeRecord(in: store, default: 0.5)
    let values = Log<Double>()
    let observation = record.observe { values.append($0) }
    for value: SettingsValue in [1.0, 1, 2, 2.0, 0.5] { store.set(value, forKey: testKey) }
    #expect(values.elements == [1, 2, 0.5])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer receives numbers that can't be encoded`() {
    let store = InMemorySettingsStore()
    let coding = SettingCoding<Double>.custom(
      encode: { _ in throw SomeError() }, decode: { try Double(settingsValue: $0) })
    let record = makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 0.5, coding: coding.validated(by: .range(0...9)))
    }
    let values = Log<Double>()
    let observation = record.observe { values.append($0) }
    for value: SettingsValue in [1, 2.5, 3] { store.set(value, forKey: testKey) }
    #expect(values.elements == [1, 2.5, 3])
    withExtendedLifetime(observation) {}
  }

  private enum Theme: String, CaseIterable, Codable { case light, dark }

  @Test func `an observer of an enumeration receives no repeated default for unknown cases`() {
    let store = InMemorySettingsStore()
    let record = makeSettings(in: store) {
      SettingRecord(name: "theme", key: testKey, default: Theme.light, coding: .automatic)
    }
    let values = Log<Theme>()
    let observation = record.observe { values.append($0) }
    _ = reports {
      for value: SettingsValue in ["sepia", "blue", "dark", "gray", "light"] { store.set(value, forKey: testKey) }
    }
    #expect(values.elements == [.dark, .light])
    withExtendedLifetime(observation) {}
  }
}
