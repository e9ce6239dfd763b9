internal import TypedSettingsCore

/// The reading of values that an earlier declaration has stored with the present declaration.
///
/// It shows what becomes of the values of users: the samples of the earlier schema are decoded by the coding and the
/// rules of the setting, after the migrations of its domain.
struct SchemaReplay {
  typealias Entry = SettingsSchema.Entry

  /// A stored value that the present declaration reads as another value than the earlier one.
  struct Finding {
    let stored: SettingsValue
    /// The value that is read now, or `nil` if a migration fails or removes the value.
    let read: SettingsValue?
    let effect: Effect
  }

  /// The effect of a declaration on a stored value.
  enum Effect {
    /// The value can't be decoded, or parts of it can't.
    case lost
    /// A rule refuses the value, or its number is out of the range of the type, or it wasn't read as itself before.
    case refused
    /// Another value is read.
    case changed
  }

  /// The stored values that are read as other values.
  private(set) var findings: [Finding] = []
  /// A Boolean value that indicates whether stored values of each part of the form were read.
  let isComplete: Bool
  private let isSecret: Bool
  /// The default of the present declaration in its stored form.
  private let defaultValue: SettingsValue?

  /// Reads the samples of an earlier declaration.
  ///
  /// - Parameters:
  ///   - before: The earlier declaration.
  ///   - readings: The samples that the earlier declaration read as other values; `nil` if they aren't known.
  ///   - after: The present declaration.
  ///   - setting: The setting that is declared.
  ///   - migrate: Returns the migrated form of a stored value, if the values are migrated.
  init(
    of before: Entry, readings: [SchemaReadings.Reading]?, as after: Entry, with setting: any LinkedSetting,
    migrate: ((SettingsValue) -> SettingsValue?)?
  ) {
    isComplete = !before.form.isOpaque || !before.listedCases.isEmpty
    isSecret = after.isSecret
    defaultValue = setting.inspect().defaultValue
    let former = Dictionary((readings ?? []).map { ($0.stored, $0.read) }) { first, _ in first }
    for stored in before.samples {
      // Without the readings, it isn't known whether a value is allowed, except for the listed ones.
      if readings == nil, !before.lists(stored) { continue }
      let read = former[stored] ?? stored
      if let migrate {
        // A migration is expected to change values, but not to lose those that were in use.
        if read == stored, let loss = Self.loss(of: stored, migratedTo: migrate(stored), on: setting) {
          findings.append(loss)
        }
      } else if let effect = effect(of: stored, read: read, before, after, setting) {
        findings.append(Finding(stored: stored, read: setting.identity(of: stored, revision: nil), effect: effect))
      }
    }
  }

  /// Returns the loss of a value whose migrated form is removed or can't be used; otherwise, `nil`.
  private static func loss(
    of stored: SettingsValue, migratedTo migrated: SettingsValue?, on setting: any LinkedSetting
  ) -> Finding? {
    guard let migrated else { return Finding(stored: stored, read: nil, effect: .lost) }
    if setting.issues(of: migrated).isEmpty { return nil }
    return Finding(stored: stored, read: setting.identity(of: migrated, revision: nil), effect: .lost)
  }

  /// Returns the effect on a value, or `nil` if it's read as before.
  private func effect(
    of stored: SettingsValue, read former: SettingsValue, _ before: Entry, _ after: Entry, _ setting: any LinkedSetting
  ) -> Effect? {
    guard let read = setting.identity(of: stored, revision: nil) else { return nil }
    let issues = setting.issues(of: stored)
    // The text of a structure is compared as the structure.
    let isUnpacked = after.form.isJSONText && !former.isScalar
    let difference = former.difference(
      from: isUnpacked ? read.unpacked : read, isText: before.form.isJSONText && after.form.isJSONText)
    if former != stored {
      // A value that wasn't in use isn't lost. Lists and structures are stored in their own order and form only.
      let isItself = stored.difference(from: read, isText: false) == nil
      if former == before.defaultValue, read == defaultValue || isItself { return nil }
      if difference == nil || !stored.isScalar { return nil }
      // A number that gets the digits it's stored with.
      if isItself, former.isShortened(stored) { return nil }
      return issues.isEmpty ? .changed : .refused
    }
    if issues.isEmpty { return difference.map { $0 == .missing ? .lost : .changed } }
    if issues.contains(where: { $0.code == .invalid }) { return .refused }
    if stored.isNull { return .changed }
    if after.form.unwrapped == .number, before.form.isEnd(stored) { return nil }
    let isOutOfRange = before.listedCases.isEmpty && before.form.unwrapped.isSameNumber(as: after.form.unwrapped)
    return isOutOfRange ? .refused : .lost
  }
}

extension SchemaReplay {
  /// A Boolean value that indicates whether values are lost that were in use.
  var loses: Bool { findings.contains { $0.effect == .lost } }

  /// Some of the stored values, and what they are read as, such as "300 is read as 255"; `nil` if there are none.
  var examples: String? {
    if findings.isEmpty { return nil }
    // The losses are listed first.
    let sorted = findings.filter { $0.effect == .lost } + findings.filter { $0.effect != .lost }
    let examples = sorted.prefix(Self.maximumExamples).map(description(of:))
    let others = findings.count - examples.count
    return examples.joined(separator: ", ") + (others > 0 ? ", and \(others) more" : "")
  }

  private static let maximumExamples = 3

  private func description(of finding: Finding) -> String {
    let stored = finding.stored.excerpt
    guard let read = finding.read else { return "\(stored) is removed" }
    if read != defaultValue { return "\(stored) is read as \(read.excerpt)" }
    return "\(stored) is read as the default\(isSecret ? "" : " \(read.excerpt)")"
  }
}

/// A difference between two stored forms of a value.
private enum ValueDifference {
  /// A number, a text or an element is another one.
  case other
  /// An element or a property is missing.
  case missing
}

extension SettingsValue {
  /// Returns the difference of a value that is read from the one that was read before, or `nil` if there is none.
  ///
  /// Values of different kinds are the same value in different forms, such as a date and its text.
  fileprivate func difference(from read: SettingsValue, isText: Bool) -> ValueDifference? {
    if self == read { return nil }
    switch (self, read) {
    case (.array(let old), .array(let new)):
      if old.count != new.count { return .missing }
      return zip(old, new).lazy.compactMap { $0.difference(from: $1, isText: false) }.first
    case (.dictionary(let old), .dictionary(let new)):
      if old.contains(where: { !$0.value.isNull && new[$0.key] == nil }) { return .missing }
      let shared = old.sorted { $0.key < $1.key }
      return shared.lazy.compactMap { name, value in new[name].flatMap { value.difference(from: $0, isText: false) } }
        .first
    // An array of all keys and values is a form of a dictionary.
    case (.dictionary(let old), .array(let new)): return new.count == 2 * old.count ? nil : .missing
    case (.string, .string) where isText: return unpacked.difference(from: read.unpacked, isText: false)
    case (.null, _), (_, .null): return .other
    case (_, .array(let new)) where new.count == 1 && isScalar: return difference(from: new[0], isText: false)
    case _ where isNumber && read.isNumber: return isSameNumber(as: read) ? nil : .other
    case (.string(let text), _) where read.isNumber: return read.isWritten(as: text) ? nil : .other
    case (_, .string(let text)) where isNumber: return isWritten(as: text) ? nil : .other
    default: return kind == read.kind ? .other : nil
    }
  }

  /// Returns whether this and another number are the same, or the other one is this one in the digits of a `Float`.
  private func isSameNumber(as other: SettingsValue) -> Bool {
    if case .integer(let number) = self, case .double(let fraction) = other, let exact = Float(exactly: number) {
      return exact == Float(fraction)
    }
    return !isGreater(than: other) && !other.isGreater(than: self)
  }

  /// Returns whether a text is this number.
  private func isWritten(as text: String) -> Bool {
    guard let number = Double(text) else { return false }
    return isSameNumber(as: .double(number))
  }

  /// The value of JSON in a string; the value itself if it isn't JSON.
  fileprivate var unpacked: SettingsValue {
    guard case .string(let text) = self else { return self }
    do throws(SettingsError) { return try JSONReader.value(of: text) } catch { return self }
  }

  /// Returns whether this is another number with fewer digits.
  fileprivate func isShortened(_ other: SettingsValue) -> Bool {
    guard case .double(let number) = self, case .double(let longer) = other else { return false }
    return Float(number) == Float(longer)
  }

  private var isNumber: Bool {
    switch self {
    case .integer, .unsigned, .double: true
    case .null, .bool, .string, .data, .date, .array, .dictionary: false
    }
  }
}

extension SettingsSchema.Entry {
  /// Returns whether a value is certainly one of those that the declaration allows.
  fileprivate func lists(_ value: SettingsValue) -> Bool {
    value == defaultValue || listedCases.contains(value) || choices?.contains(value) ?? false
  }
}

extension SettingsSchema.Form {
  /// A Boolean value that indicates whether the values are JSON in a string.
  fileprivate var isJSONText: Bool { if case .jsonText = unwrapped { true } else { false } }

  /// Returns whether a value is an end of 64-bit integers, which few programs store and no floating-point number has.
  fileprivate func isEnd(_ value: SettingsValue) -> Bool {
    guard case .integer = unwrapped else { return false }
    return value == .integer(.min) || value == .integer(.max) || value == .unsigned(.max)
  }

  /// Returns whether this and another form are numbers of the same kind, which differ only in their range.
  fileprivate func isSameNumber(as other: Self) -> Bool {
    switch (self, other) {
    case (.integer, .integer), (.number, .number): true
    default: false
    }
  }
}
