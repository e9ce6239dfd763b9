import Foundation
import Synchronization
import Testing
import TypedSettings
import TypedSettingsTools

/// A declaration of a setting, with values that can be stored.
private struct StoredDeclaration: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let schema: @Sendable () -> SettingsSchema
  /// Returns the values that a program stores, and others that somebody writes into the file.
  let stored: @Sendable () throws -> [SettingsValue]
  /// Returns what a program would store if it assigned what it reads, and whether it can use the stored value.
  let read: @Sendable (_ stored: SettingsValue?) -> (value: SettingsValue?, isUsable: Bool)

  init<Value: Sendable>(
    _ description: String, _ initial: Value, _ coding: SettingCoding<Value>, values: [Value],
    others: [SettingsValue] = []
  ) {
    testDescription = description
    let key = SettingsKey(domain: "com.example.pairs", name: "value")
    @Sendable func record(over stored: SettingsValue?) -> SettingRecord<Value> {
      PreferenceContext.$store.withValue(InMemorySettingsStore(stored.map { [key: $0] } ?? [:])) {
        SettingRecord(name: "value", key: key, default: initial, coding: coding)
      }
    }
    schema = { SettingsSchema(of: ReplayedGroup([record(over: nil)])) }
    stored = {
      try values.map { value in
        let record = record(over: nil)
        try record.set(value)
        return try #require(record.store.value(forKey: key))
      } + others
    }
    read = { stored in
      SettingsDiagnostics.withHandler({ _ in }) {
        let read = record(over: stored)
        let isUsable = read.issues.isEmpty
        // Assigned to another record, because an equal value isn't stored again.
        let other = record(over: nil)
        return (try? other.set(read.value)) == nil ? (nil, false) : (other.store.value(forKey: key), isUsable)
      }
    }
  }

  /// Returns the values that another declaration reads as something else than this one.
  ///
  /// A value that isn't in use is read as itself then, or isn't used again.
  func changes(by other: StoredDeclaration) throws -> [String] {
    try stored().compactMap { stored in
      let (before, after) = (read(stored), other.read(stored))
      let isInUse = before.isUsable || before.value != read(nil).value
      if before.value.isSame(as: after.value), isInUse { return nil }
      if !isInUse, after.value == other.read(nil).value || Optional(stored).isSame(as: after.value) { return nil }
      let returned = read(after.value)
      let isComposed = stored.isComposed || after.value?.isComposed ?? false
      if isComposed, after.isUsable, returned.isUsable, returned.value == before.value { return nil }
      return "\(stored) is read as \(after.value.map(String.init(describing:)) ?? "nothing")"
    }
  }
}

extension SettingsValue {
  fileprivate var isComposed: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  /// The text of a scalar, which is the same in each form in which a value can be stored.
  fileprivate var scalarTexts: [String] {
    switch self {
    case .bool(let value): ["\(value)", value ? "1" : "0"]
    case .integer(let number): ["\(number)"]
    case .unsigned(let number): ["\(number)"]
    case .double(let number): ["\(number)"] + (Int64(exactly: number).map { ["\($0)"] } ?? [])
    case .string(let text): [text]
    case .array(let elements) where elements.count == 1: elements[0].scalarTexts
    case .null, .data, .date, .array, .dictionary: []
    }
  }
}

extension SettingsValue? {
  /// Returns whether two stored values are one value in different forms.
  fileprivate func isSame(as other: SettingsValue?) -> Bool {
    if self == other { return true }
    guard let self, let other else { return false }
    return !Set(self.scalarTexts).isDisjoint(with: other.scalarTexts)
  }
}

struct ReplayedPairTests {
  private typealias Groups = ReplayedGroups

  private static let declarations: [StoredDeclaration] = [
    .init("a Boolean value", true, .automatic, values: [true, false]),
    .init("an integer", 5, .automatic, values: [0, 7, -1, 1 << 20]),
    .init(
      "an integer in a range", 5, .automatic.validated(by: .range(0...10)), values: [0, 7, 10],
      others: [-1, 11]),
    .init(
      "an integer moved to a range", 5, .automatic.validated(by: .range(0...10), policy: .clamp), values: [0, 7, 10],
      others: [-1, 11]),
    .init(
      "an integer wrapped in a range", 5, .automatic.wrapped(in: Clamped<Int>.self, config: 0...10),
      values: [0, 7, 10], others: [-1, 11]),
    .init("a byte", 5 as UInt8, .automatic, values: [0, 7, 255]),
    .init("an optional integer", nil as Int?, .automatic, values: [nil, 7, -1, 1 << 20]),
    .init("a fraction", 5.0, .automatic, values: [0.5, -1, 7, 1e300]),
    .init("a short fraction", 5 as Float, .automatic, values: [0.5, -1, 7]),
    .init("a text", "5", .automatic, values: ["a", "", " b ", "7"]),
    .init(
      "a trimmed text", "5", .automatic.wrapped(in: Trimmed.self), values: ["a", "b c", "7"], others: ["", " b "]),
    .init("an address", URL(filePath: "/a"), .automatic, values: [URL(filePath: "/b")]),
    .init("bytes", Data([5]), .automatic, values: [Data(), Data([0, 255])]),
    .init("three cases", Groups.Shade.light, .automatic, values: [.light, .dark, .sepia], others: [" b "]),
    .init("two cases", Groups.FewerShades.light, .automatic, values: [.light, .dark], others: [" b "]),
    .init("two cases with numbers", Groups.Stage.low, .automatic, values: [.low, .high], others: [-1, 11]),
    .init("a case with a number", Groups.FewerStages.low, .automatic, values: [.low], others: [-1, 11]),
    .init("three cases without raw values", Groups.Plan.monthly, .automatic, values: [.monthly, .yearly, .once]),
    .init("two cases without raw values", Groups.FewerPlans.monthly, .automatic, values: [.monthly, .yearly]),
    .init("a list", [] as [Int], .automatic, values: [[], [7], [2, 1, 1]]),
    .init("a set", [] as Set<Int>, .automatic, values: [[], [7]]),
    .init("a list of texts", [] as [String], .automatic, values: [[], ["a"], ["b", "a", "a"]]),
    .init("a list of three cases", [] as [Groups.Shade], .automatic, values: [[], [.sepia], [.dark, .light, .light]]),
    .init("a list of two cases", [] as [Groups.FewerShades], .automatic, values: [[], [.dark, .light, .light]]),
    .init("a table of texts", [:] as [String: Int], .automatic, values: [[:], ["a": 7]]),
    .init("a table of three cases", [:] as [Groups.Shade: Int], .automatic, values: [[:], [.light: 1], [.sepia: 1]]),
    .init("a table of two cases", [:] as [Groups.FewerShades: Int], .automatic, values: [[:], [.light: 1]]),
    .init("a structure", Groups.Place(), .automatic, values: [.init(city: "Ulm")]),
    .init("a longer structure", Groups.LongerPlace(), .automatic, values: [.init(city: "Ulm", code: 89)]),
    .init(
      "a structure as JSON text", Groups.Place(), .jsonString, values: [.init(city: "Ulm")], others: [["city": "Ulm"]]),
    .init(
      "a structure with three cases", Groups.ShadedPlace(), .automatic,
      values: [.init(shade: .light), .init(shade: .sepia)]),
    .init(
      "a structure with two cases", Groups.LessShadedPlace(), .automatic,
      values: [.init(shade: .light), .init(shade: .dark)]),
  ]

  @Test(arguments: declarations)
  fileprivate func `A change affects stored values exactly if one of them is read as something else`(
    old: StoredDeclaration
  ) throws {
    let document = try old.schema().json()
    for new in Self.declarations {
      let changes = new.schema().changes(since: try SettingsSchema(json: document))
      // A default isn't stored.
      let affecting = changes.filter { $0.category < .compatible && !$0.summary.hasPrefix("the default changed") }
      let values = try old.changes(by: new)
      #expect(
        affecting.isEmpty == values.isEmpty,
        "\(old.testDescription), then \(new.testDescription): \(values), \(changes)")
    }
  }
}
