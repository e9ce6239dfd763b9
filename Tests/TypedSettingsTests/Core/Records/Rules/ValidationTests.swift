import Foundation
import Testing
import TypedSettings

@Suite struct ValidationTests {
  private let store = InMemorySettingsStore()

  private func makePercent(
    in store: (any SettingsStore)? = nil, policy: SettingValidationPolicy = .reject, default value: Int = 50
  ) -> SettingRecord<Int> {
    PreferenceContext.$store.withValue(store ?? self.store) {
      SettingRecord(
        name: "percent", key: exchangeKey("percent"), default: value,
        coding: .automatic.validated(by: .range(0...100), policy: policy))
    }
  }

  // MARK: Writing

  @Test func `a value that is not allowed is refused with a message`() throws {
    let percent = makePercent()
    let error = try #require(throws: SettingsError.self) { try percent.set(101) }
    #expect(error.code == .invalid)
    #expect(error.key == percent.key)
    #expect(error.found == "101 is not from 0 to 100")
    #expect(percent.storedValue == nil)
  }

  @Test(arguments: Writing.allCases)
  func `a write that is not allowed changes nothing and notifies no observer`(writing: Writing) throws {
    let percent = makePercent()
    try percent.set(60)
    let events = Log<SettingsValue?>()
    let token = store.observe(percent.key) { events.append($0.newValue) }
    defer { store.removeObserver(token) }
    let problems = writing.problems(of: percent, 101)
    #expect(problems == [.invalid])
    #expect(percent.value == 60)
    #expect(percent.storedValue == 60)
    #expect(events.elements == [])
  }

  @Test(arguments: Writing.allCases)
  func `a write that is clamped stores the nearest value`(writing: Writing) throws {
    let percent = makePercent(policy: .clamp)
    #expect(writing.problems(of: percent, 101) == [])
    #expect(percent.value == 100)
    #expect(percent.storedValue == 100)
  }

  @Test func `a value without a nearest allowed one is refused under either policy`() throws {
    let ratio = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "ratio", key: exchangeKey("ratio"), default: 0.5,
        coding: .automatic.validated(by: .range(0...1), policy: .clamp))
    }
    let error = try #require(throws: SettingsError.self) { try ratio.set(.nan) }
    #expect(error.code == .invalid)
  }

  @Test func `an optional value without a nearest allowed one is refused, not replaced with nil`() throws {
    let ratio = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "ratio", key: exchangeKey("ratio"), default: Double?.some(0.5),
        coding: .automatic.validated(by: SettingValidation<Double>.range(0...1), policy: .clamp))
    }
    try ratio.set(7)
    #expect(ratio.value == 1)
    let error = try #require(throws: SettingsError.self) { try ratio.set(Double.nan) }
    #expect(error.code == .invalid)
    #expect(ratio.value == 1)
  }

  @Test func `a stored optional value without a nearest allowed one reads as the default, not as nil`() {
    store.set("UPPER", forKey: exchangeKey("word"))
    let word = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "word", key: exchangeKey("word"), default: String?.some("lower"),
        coding: .automatic.validated(by: SettingValidation<String>.matches(/[a-z]+/), policy: .clamp))
    }
    _ = reports { #expect(word.value == "lower") }
    #expect(word.issue?.code == .invalid)
  }

  @Test func `nil is allowed for an optional setting`() throws {
    let limit = PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "limit", key: exchangeKey("limit"), default: Int?.some(3),
        coding: .automatic.validated(by: SettingValidation<Int>.range(0...9)))
    }
    try limit.set(nil)
    #expect(limit.value == nil)
    #expect(throws: SettingsError.self) { try limit.set(10) }
  }

  // MARK: Reading

  @Test func `a disallowed stored value is kept, reads as the default, and is the issue`() {
    store.set(500, forKey: exchangeKey("percent"))
    let percent = makePercent()
    var value = 0
    let problems = reports { value = percent.value }
    #expect(value == 50)
    #expect(problems.map(\.code) == [.invalid])
    #expect(percent.issue?.code == .invalid)
    #expect(percent.storedValue == 500)
  }

  @Test func `a clamped stored value is kept, reads as the nearest one, and is the issue`() {
    store.set(500, forKey: exchangeKey("percent"))
    let percent = makePercent(policy: .clamp)
    var value = 0
    let problems = reports { value = percent.value }
    #expect(value == 100)
    #expect(problems.map(\.code) == [.invalid])
    #expect(percent.issue?.code == .invalid)
    #expect(percent.storedValue == 500)
  }

  @Test(arguments: [SettingValidationPolicy.reject, .clamp])
  func `a value that is not allowed is reported once for all reads`(policy: SettingValidationPolicy) {
    let percent = makePercent(policy: policy)
    let problems = reports {
      store.set(500, forKey: percent.key)
      _ = percent.value
      _ = percent.value
    }
    #expect(problems.count == 1)
  }

  @Test(arguments: [SettingValidationPolicy.reject, .clamp])
  func `an unchanged edit in place keeps a stored value that is not allowed`(
    policy: SettingValidationPolicy
  ) throws {
    store.set(500, forKey: exchangeKey("percent"))
    let percent = makePercent(policy: policy)
    _ = try reports {
      percent.value += 0
      try percent.update { $0 += 0 }
    }
    #expect(percent.storedValue == 500)
  }

  @Test func `assigning the effective value replaces a stored value that is not allowed`() {
    store.set(500, forKey: exchangeKey("percent"))
    let percent = makePercent(policy: .clamp)
    _ = reports { percent.value = 100 }
    #expect(percent.storedValue == 100)
    #expect(percent.issue == nil)
  }

  @Test func `a managed layer is validated`() {
    let managed = InMemorySettingsStore([exchangeKey("percent"): 500])
    let layered = LayeredSettingsStore([
      .layer("managed", managed), .writable("user", InMemorySettingsStore()),
    ])
    let percent = makePercent(in: layered)
    _ = reports { #expect(percent.value == 50) }
    #expect(percent.issue?.code == .invalid)
  }

  @Test func `a file edited by hand is validated`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("settings.json")
    try Data(#"{"com.example.exchange": {"percent": 500}}"#.utf8).write(to: url)
    let percent = makePercent(in: FileSettingsStore(file: url))
    _ = reports { #expect(percent.value == 50) }
    #expect(percent.issue?.code == .invalid)
  }

  @Test func `a stream does not repeat a value that an external change clamps to the same`() async {
    let percent = makePercent(policy: .clamp)
    percent.value = 100
    var values = percent.values.makeAsyncIterator()
    #expect(await values.next() == 100)
    SettingsDiagnostics.withHandler({ _ in }) {
      store.set(500, forKey: percent.key)
      percent.value = 7
    }
    #expect(await SettingsDiagnostics.withHandler({ _ in }) { await values.next() } == 7)
  }

  // MARK: Importing

  @Test func `an import with a value that is not allowed is refused`() throws {
    let percent = makePercent()
    let error = try #require(throws: SettingsError.self) {
      try AnyGroup([percent]).import(exchangeDocument("\"percent\": 101"))
    }
    #expect(error.code == .importRefused)
    #expect((error.underlying as? SettingsError)?.code == .invalid)
    #expect(percent.storedValue == nil)
  }

  @Test func `an import clamps if the policy is to clamp`() throws {
    let percent = makePercent(policy: .clamp)
    try AnyGroup([percent]).import(exchangeDocument("\"percent\": 101"))
    #expect(percent.storedValue == 100)
  }

  // MARK: Declaring

  @Test func `a default that is not allowed is reported and used`() {
    var percent: SettingRecord<Int>?
    let problems = reports { percent = makePercent(default: 101) }
    #expect(problems.map(\.code) == [.invalid])
    #expect(percent?.value == 101)
  }

  @Test func `a default is clamped if the policy is to clamp`() {
    #expect(makePercent(policy: .clamp, default: 101).value == 100)
  }

  @Test func `a newer version's value that is not allowed is not overwritten`() throws {
    let newer = InMemorySettingsStore([
      SettingsKey(domain: exchangeDomain, name: SettingsMigration.versionKeyName): 3, exchangeKey("percent"): 500,
    ])
    let percent = PreferenceContext.$store.withValue(newer) {
      SettingsDiagnostics.withHandler({ _ in }) {
        SettingRecord(
          name: "percent", key: exchangeKey("percent"), default: 50,
          coding: .automatic.validated(by: .range(0...100)), version: 2)
      }
    }
    let error = try #require(throws: SettingsError.self) { try percent.set(7) }
    #expect(error.code == .newerVersion)
    #expect(percent.storedValue == 500)
  }
}

/// A way to write a setting.
enum Writing: CaseIterable, Sendable {
  case set, assign, editInPlace, update, setEncodedValue

  /// Writes a value and returns the codes of all errors, thrown or reported.
  func problems(of setting: SettingRecord<Int>, _ value: Int) -> [SettingsError.Code] {
    let log = Log<SettingsError>()
    SettingsDiagnostics.withHandler({ log.append($0) }) {
      do {
        switch self {
        case .set: try setting.set(value)
        case .assign: setting.value = value
        case .editInPlace: setting.value += value - setting.value
        case .update: try setting.update { $0 = value }
        case .setEncodedValue: try setting.setEncodedValue(.integer(Int64(value)))
        }
      } catch {
        log.append(SettingsError.wrapping(error))
      }
    }
    return log.elements.map(\.code)
  }
}
