import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Enumerations whose `allCases` leaves out a case.
@Suite struct ListedCaseTests {
  private enum Theme: String, CaseIterable, Sendable {
    case light, dark, hidden
    static var allCases: [Theme] { [.light, .dark] }
  }

  private enum Level: Int, CaseIterable, Codable, Sendable {
    case low = 1, high = 2, secret = 3
    static var allCases: [Level] { [.low, .high] }
  }

  private enum Side: CaseIterable, Codable, Sendable {
    case front, back, inside
    static var allCases: [Side] { [.front, .back] }
  }

  /// A setting of an enumeration, with its unlisted case.
  struct Subject: Sendable, CustomStringConvertible {
    let description: String
    let hidden: SettingsValue
    let make: @Sendable () -> any Setting
    let setHidden: @Sendable (any Setting) throws -> Void
    let setListed: @Sendable (any Setting) throws -> Void

    init<Value: Sendable>(
      _ description: String, _ value: Value, hidden: Value, form: SettingsValue, coding: SettingCoding<Value>
    ) {
      self.description = description
      self.hidden = form
      make = { SettingRecord(name: "value", key: ListedCaseTests.key, default: value, coding: coding) }
      setHidden = { try ($0 as? SettingRecord<Value>)?.set(hidden) }
      setListed = { try ($0 as? SettingRecord<Value>)?.set(value) }
    }
  }

  fileprivate static let key = SettingsKey(domain: "com.example.cases", name: "value")

  static let subjects = [
    Subject("String", Theme.light, hidden: .hidden, form: "hidden", coding: .automatic),
    Subject("String?", Theme?.some(.light), hidden: .hidden, form: "hidden", coding: .automatic),
    Subject("Codable", Level.low, hidden: .secret, form: 3, coding: .automatic),
    Subject("Codable?", Level?.some(.low), hidden: .secret, form: 3, coding: .automatic),
    Subject("codable", Level.low, hidden: .secret, form: 3, coding: .codable),
    Subject("without raw values", Side.front, hidden: .inside, form: ["inside": [:]], coding: .automatic),
    Subject("with a rule", Theme.light, hidden: .hidden, form: "hidden", coding: .automatic.validated(by: .notDark)),
  ]

  @Test(arguments: subjects)
  func `a case that the type doesn't list can't be assigned`(_ subject: Subject) throws {
    let store = InMemorySettingsStore()
    let setting = makeSettings(in: store) { subject.make() }
    try subject.setListed(setting)
    let stored = store.value(forKey: Self.key)
    let error = #expect(throws: SettingsError.self) { try subject.setHidden(setting) }
    #expect(error?.code == .invalid)
    #expect(error?.found.contains("is not one of") == true, "\(error?.found ?? "")")
    #expect(store.value(forKey: Self.key) == stored)
    #expect(throws: SettingsError.self) { try setting.setEncodedValue(subject.hidden) }
    #expect(setting.validation?.choices?.contains(subject.hidden) == false)
  }

  @Test(arguments: subjects)
  func `a stored case that the type doesn't list falls back to the default`(_ subject: Subject) throws {
    let store = InMemorySettingsStore([Self.key: subject.hidden])
    let setting = makeSettings(in: store) { subject.make() }
    #expect(setting.issues.count == 1)
    #expect(setting.encodedValue == setting.inspect().defaultValue)
    #expect(store.value(forKey: Self.key) == subject.hidden)
    try subject.setListed(setting)
    #expect(setting.issues.isEmpty)
  }
}

extension SettingValidation where Value: RawRepresentable<String> {
  fileprivate static var notDark: SettingValidation { .custom("must not be dark") { $0.rawValue != "dark" } }
}
