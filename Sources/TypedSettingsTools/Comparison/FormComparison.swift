internal import TypedSettings

/// The consequences of reading values of one form as another form.
struct FormComparison {
  /// The reason why values can't be read, which is empty if the forms explain it; `nil` if all can be read.
  private(set) var loss: String?

  /// The change for some values; `nil` if there is none.
  private(set) var behavior: String?

  /// Compares two forms.
  ///
  /// - Parameters:
  ///   - before: The form of the stored values.
  ///   - after: The form that they are read in.
  ///   - isElement: Whether the values are elements, in which a missing property has no default.
  init(from before: SettingsSchema.Form, to after: SettingsSchema.Form, isElement: Bool = false) {
    compare(before, after, isElement: isElement)
  }

  private mutating func compare(
    _ before: SettingsSchema.Form, _ after: SettingsSchema.Form, isElement: Bool
  ) {
    switch (before, after) {
    case _ where before == after, (_, .any): return
    case (.opaque, _), (_, .opaque): loss = "at least one of them isn't described"
    case (.optional(let inner), .optional(let other)): compare(inner, other, isElement: isElement)
    case (.optional(let inner), _):
      compare(inner, after, isElement: isElement)
      if isElement {
        loss = loss ?? "null can't be decoded in an element"
      } else if loss == nil {
        behavior = "a stored null is now read as the default"
      }
    case (_, .optional(let inner)): compare(before, inner, isElement: isElement)
    case (.integer(let low, let high), .integer(let newLow, let newHigh)):
      if newLow.isGreater(than: low) || high.isGreater(than: newHigh) {
        behavior = "the range of integers was narrowed: \(before.summary) to \(after.summary)"
      }
    case (.integer, .number), (.boolean, .string(nil)), (.integer, .string(nil)), (.number, .string(nil)),
      (.string, .string(nil)), (.choices, .string(nil)), (.string(.timestamp), .date), (.date, .string(.timestamp)),
      (.integer, .string(.decimal)), (.integer, .date), (.number, .date):
      return
    case (.choices(let old), .choices(let new)):
      let gone = old.filter { !new.contains($0) }
      if !gone.isEmpty { loss = "\(SettingConstraint.list(of: gone)) can't be read" }
    case (.object(let old), .object(let new)): compare(old, new, isElement: isElement)
    case (.array(let old), .array(let new)): compare(old, new, isElement: true)
    case (.dictionary(let old), .dictionary(let new)): compare(old, new, isElement: true)
    case (.jsonText(let old), .jsonText(let new)), (.jsonData(let old), .jsonData(let new)),
      (.jsonText(let old), .jsonData(let new)):
      compare(old, new, isElement: isElement)
    case (.jsonText(let old), let new), (.jsonData(let old), let new):
      // A structure is decoded from JSON too.
      if new.isStructure { compare(old, new, isElement: isElement) } else { loss = "" }
    case (let old, .jsonText(let new)), (let old, .jsonData(let new)):
      if old.isStructure { compare(old, new, isElement: isElement) } else { loss = "" }
    case (let old, .array(let new)) where old.isScalar || old.isObject:
      // A single value is decoded as an array of one element.
      compare(old, new, isElement: true)
    default: loss = ""
    }
  }

  private mutating func compare(
    _ old: [SettingsSchema.Property], _ new: [SettingsSchema.Property], isElement: Bool
  ) {
    var losses: [String] = []
    for property in old {
      guard let successor = new.first(where: { $0.name == property.name }) else {
        losses.append("the property '\(property.name)' is gone")
        continue
      }
      let comparison = FormComparison(from: property.form, to: successor.form, isElement: isElement)
      if let loss = comparison.loss { losses.append("the property '\(property.name)': \(loss)") }
      behavior = behavior ?? comparison.behavior
    }
    for property in new where isElement && property.isRequired {
      let predecessor = old.first { $0.name == property.name }
      if predecessor?.isRequired ?? false { continue }
      let adjective = predecessor == nil ? "new" : "required"
      losses.append("elements without the \(adjective) property '\(property.name)' can't be decoded")
    }
    if !losses.isEmpty { loss = losses.joined(separator: ", ") }
  }
}

extension SettingsSchema.Form {
  fileprivate var isStructure: Bool {
    switch self {
    case .object, .array, .dictionary: true
    default: false
    }
  }

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  fileprivate var isScalar: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .date, .data, .choices: true
    default: false
    }
  }
}

extension SettingsValue {
  /// Returns whether this number is greater than another one; `false` if one of them isn't a number.
  func isGreater(than other: SettingsValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left > right
    case (.unsigned(let left), .unsigned(let right)): left > right
    case (.unsigned, .integer): true
    case (.integer, .unsigned): false
    default: (number ?? .nan) > (other.number ?? .nan)
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    case .date(let date): date.settingsNumber
    default: nil
    }
  }
}
