internal import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsSchema.Entry {
  /// Values that stores can contain for the setting: each case, both ends of each range and the values next to them,
  /// and values of each part of the form.
  ///
  /// The same entry always has the same samples. The default is one of them, unless the setting is secret.
  var samples: [SettingsValue] {
    let forms = [form] + olderForms
    let values =
      (defaultValue.map { [$0] } ?? []) + forms.flatMap { $0.samples(within: storedConstraint) } + listedCases
      + valueNames.sorted { $0.key < $1.key }.map(\.value)
    var seen: Set<SettingsValue> = []
    return Array(values.filter { seen.insert($0).inserted }.prefix(Self.maximumSamples))
  }

  private static let maximumSamples = 256
}

extension SettingsSchema.Form {
  /// Returns values of the form.
  ///
  /// - Parameter constraint: A constraint, at whose bounds there are samples on both sides.
  /// - Returns: The values; none if the form isn't described.
  func samples(within constraint: SettingConstraint?) -> [SettingsValue] {
    let bounds = constraint?.sampleBounds ?? []
    switch self {
    case .boolean: return [false, true]
    case .integer(let minimum, let maximum): return [minimum, maximum] + bounds
    case .number: return [2, 0.1, -1.234_567_890_123, 1e300, -1e300] + bounds
    case .string(nil): return ["", "a", " b "] + (constraint?.sampleTexts ?? [])
    case .string(.character): return ["a", "é"]
    case .string(.url): return ["https://example.com/a?b=c", "file:///a"]
    case .string(.uuid): return ["6F9619FF-8B86-D011-B42D-00C04FC964FF"]
    case .string(.decimal): return ["0.1", "79228162514264337593543950335"]
    case .string(.timestamp): return ["2024-02-29T12:30:00Z", "2024-02-29T12:30:00.5Z"]
    case .date: return [.date(Date(timeIntervalSinceReferenceDate: 86_400.5))] + bounds
    case .data: return [.data(Data()), .data(Data([1, 2, 3]))]
    case .choices(let values, _): return values
    case .optional(let form): return [.null] + form.samples(within: constraint)
    case .array(let form): return Self.lists(of: form.samples(within: constraint?.elements), within: constraint)
    case .dictionary(let form, let keys):
      let values = form.samples(within: constraint?.elements)
      let first = values.first ?? .null
      return [.dictionary([:])] + (keys ?? []).map { [$0: first] } + values.map { [keys?.first ?? "a": $0] }
    case .object(let properties): return Self.objects(of: properties)
    case .jsonText(let form):
      return form.samples(within: nil).compactMap { value in
        do throws(SettingsError) { return .string(try JSONWriter.text(of: DocumentFormat.json.canonical(value))) } catch
        {
          // A sample that JSON can't contain isn't stored as JSON.
          return nil
        }
      }
    case .jsonData(let form):
      return Self.jsonText(form).samples(within: nil).compactMap { value in value.text.map { .data(Data($0.utf8)) } }
    case .any: return [1, "a", ["a": [true, .null]]]
    case .opaque: return []
    }
  }

  private static func lists(of elements: [SettingsValue], within constraint: SettingConstraint?) -> [SettingsValue] {
    var lists: [SettingsValue] = [[]] + elements.map { [$0] }
    // A list in descending order and one with repetitions differ from the set of their elements.
    if elements.count > 1 { lists.append([elements[1], elements[0]]) }
    if let element = elements.first {
      lists += (constraint?.sampleCounts ?? [2]).map { .array(Array(repeating: element, count: $0)) }
    }
    return lists
  }

  private static func objects(of properties: [SettingsSchema.Property]) -> [SettingsValue] {
    let samples = properties.map { (property: $0, values: $0.form.samples(within: nil)) }
    let members = samples.compactMap { sample in sample.values.first.map { (sample.property.name, $0) } }
    let first = Dictionary(members) { first, _ in first }
    // Without a value of each property, there is no value of the structure.
    guard first.count == properties.count else { return [] }
    let required = first.filter { name, _ in properties.contains { $0.name == name && $0.isRequired } }
    let others = samples.flatMap { sample in
      sample.values.dropFirst().map { value in
        SettingsValue.dictionary(first.merging([sample.property.name: value]) { _, new in new })
      }
    }
    return [.dictionary(first), .dictionary(required)] + others
  }
}

extension SettingConstraint {
  /// The bounds of the values, and the values next to them.
  fileprivate var sampleBounds: [SettingsValue] {
    switch self {
    case .range(let minimum, let maximum): (minimum?.neighbors ?? []) + (maximum?.neighbors ?? [])
    case .choices(let values): values
    case .all(let parts), .any(let parts): parts.flatMap(\.sampleBounds)
    case .pattern, .count, .each, .custom: []
    }
  }

  /// The numbers of elements at the bounds, and next to them.
  fileprivate var sampleCounts: [Int]? {
    switch self {
    case .count(let minimum, let maximum):
      [minimum, maximum].compactMap { $0 }.flatMap { [$0 - 1, $0, $0 + 1] }.filter { 0...Self.maximumCount ~= $0 }
    case .all(let parts), .any(let parts): parts.compactMap(\.sampleCounts).reduce([], +)
    case .range, .choices, .pattern, .each, .custom: nil
    }
  }

  private static let maximumCount = 100

  /// The texts that the constraint is about.
  fileprivate var sampleTexts: [SettingsValue] {
    sampleBounds + (sampleCounts ?? []).map { .string(String(repeating: "x", count: $0)) }
  }

  /// The constraint on the elements of a value, or `nil` if there is none.
  fileprivate var elements: SettingConstraint? {
    switch self {
    case .each(let constraint): constraint
    case .all(let parts): parts.lazy.compactMap(\.elements).first
    case .range, .choices, .pattern, .count, .custom, .any: nil
    }
  }
}

extension SettingsValue {
  /// The value, and the values before and after it that have the same form.
  fileprivate var neighbors: [SettingsValue] {
    switch self {
    case .integer(let number):
      [number.subtractingReportingOverflow(1), number.addingReportingOverflow(1)]
        .filter { !$0.overflow }.map { .integer($0.partialValue) } + [self]
    case .unsigned(let number): number < .max ? [self, .unsigned(number + 1)] : [self]
    case .double(let number): [self, .double(number - 1), .double(number + 1)]
    case .date(let date): [self, .date(date.addingTimeInterval(-1)), .date(date.addingTimeInterval(1))]
    case .null, .bool, .string, .data, .array, .dictionary: [self]
    }
  }
}
