internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
  ///   - fallback: The default that parts of the values fall back to.
  init(from before: SettingsSchema.Form, to after: SettingsSchema.Form, fallback: Fallback) {
    compare(before, after, fallback)
  }

  /// The default of a value, or of a part of it.
  enum Fallback {
    /// A default whose parts replace those that are missing; `nil` if it isn't part of the schema.
    case value(SettingsValue?)
    /// No default with parts, as in an element, or in an optional value whose default is null.
    case absent

    fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }

    /// The default of the value inside of an optional.
    fileprivate var unwrapped: Fallback { if case .value(.null?) = self { .absent } else { self } }

    /// The default of the value inside of JSON.
    fileprivate var unpacked: Fallback {
      do throws(SettingsError) {
        switch self {
        case .value(.string(let text)?): return .value(try JSONReader.value(of: text))
        case .value(.data(let data)?): return .value(try JSONReader.value(of: data))
        case .value(.null?), .absent: return self
        case .value: return .value(nil)
        }
      } catch {
        return .value(nil)
      }
    }

    /// Returns the default of a property.
    fileprivate func property(_ name: String) -> Fallback {
      guard case .value(let value) = self else { return .absent }
      guard case .dictionary(let members)? = value else { return .value(nil) }
      // A type can leave out an optional property that is nil.
      guard let member = members[name] else { return .absent }
      return .value(member)
    }
  }

  private mutating func compare(
    _ before: SettingsSchema.Form, _ after: SettingsSchema.Form, _ fallback: Fallback
  ) {
    switch (before, after) {
    case _ where before == after, (_, .any): return
    case (.opaque, _), (_, .opaque): loss = "at least one of them isn't described"
    case (.optional(let inner), .optional(let other)): compare(inner, other, fallback.unwrapped)
    case (.optional(let inner), _):
      compare(inner, after, fallback)
      if fallback.isAbsent {
        loss = loss ?? "null can't be decoded in a value without a default"
      } else if loss == nil {
        behavior = "a stored null is now read as the default"
      }
    case (_, .optional(let inner)): compare(before, inner, fallback.unwrapped)
    case (.integer(let low, let high), .integer(let newLow, let newHigh)):
      if newLow.isGreater(than: low) || high.isGreater(than: newHigh) {
        behavior = "the range of integers was narrowed: \(before.summary) to \(after.summary)"
      }
    case (.integer, .number), (.boolean, .string(nil)), (.integer, .string(nil)), (.number, .string(nil)),
      (.string, .string(nil)), (.choices, .string(nil)), (.string(.timestamp), .date), (.date, .string(.timestamp)),
      (.integer, .string(.decimal)), (.integer, .date), (.number, .date):
      return
    case (.choices(let old, _), .choices(let new, _)):
      let gone = old.filter { !new.contains($0) }
      if !gone.isEmpty { loss = "\(SettingConstraint.list(of: gone)) can't be read" }
    case (.choices(let values, _), .integer(let low, let high)) where values.allSatisfy(\.isWhole):
      // The raw values of an enumeration.
      if values.contains(where: { low.isGreater(than: $0) || $0.isGreater(than: high) }) {
        behavior = "the range of integers doesn't have all of \(SettingConstraint.list(of: values))"
      }
    case (.choices(let values, _), .number) where values.allSatisfy(\.isNumber): return
    case (.object(let old), .object(let new)): compare(old, new, fallback)
    case (.array(let old), .array(let new)): compare(old, new, .absent)
    case (.dictionary(let old, let oldKeys), .dictionary(let new, let newKeys)):
      compare(old, new, .absent)
      if let newKeys, oldKeys != newKeys {
        let gone = oldKeys.map { $0.filter { !newKeys.contains($0) } }
        if gone != [] { loss = gone.map { "the keys \($0.joined(separator: ", ")) can't be read" } ?? "" }
      }
    case (.jsonText(let old), .jsonText(let new)), (.jsonData(let old), .jsonData(let new)),
      (.jsonText(let old), .jsonData(let new)):
      compare(old, new, fallback.unpacked)
    case (.jsonText(let old), let new), (.jsonData(let old), let new):
      // A structure is decoded from JSON too.
      if new.isStructure { compare(old, new, fallback) } else { loss = "" }
    case (let old, .jsonText(let new)), (let old, .jsonData(let new)):
      if old.isStructure { compare(old, new, fallback.unpacked) } else { loss = "" }
    case (let old, .array(let new)) where old.isScalar || old.isObject:
      // A single value is decoded as an array of one element.
      compare(old, new, .absent)
    default: loss = ""
    }
  }

  private mutating func compare(
    _ old: [SettingsSchema.Property], _ new: [SettingsSchema.Property], _ fallback: Fallback
  ) {
    var losses: [String] = []
    for property in old {
      guard let successor = new.first(where: { $0.name == property.name }) else {
        losses.append("the property '\(property.name)' is gone")
        continue
      }
      let comparison = FormComparison(
        from: property.form, to: successor.form, fallback: fallback.property(property.name))
      if let loss = comparison.loss { losses.append("the property '\(property.name)': \(loss)") }
      behavior = behavior ?? comparison.behavior
    }
    for property in new where fallback.isAbsent && property.isRequired {
      let predecessor = old.first { $0.name == property.name }
      if predecessor?.isRequired ?? false { continue }
      let adjective = predecessor == nil ? "new" : "required"
      losses.append("values without the \(adjective) property '\(property.name)' can't be decoded")
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

  /// A Boolean value that indicates whether the values are integers.
  var isInteger: Bool { if case .integer = self { true } else { false } }

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  fileprivate var isScalar: Bool {
    switch self {
    case .boolean, .integer, .number, .string, .date, .data, .choices: true
    default: false
    }
  }
}

extension SettingsValue {
  /// A Boolean value that indicates whether this is an integer.
  fileprivate var isWhole: Bool {
    switch self {
    case .integer, .unsigned: true
    default: false
    }
  }

  /// A Boolean value that indicates whether this is a number.
  fileprivate var isNumber: Bool { if case .double = self { true } else { isWhole } }

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
