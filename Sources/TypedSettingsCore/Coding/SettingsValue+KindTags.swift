#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Data, dates, NaN and the infinities have no form of their own in JSON. The standard types decode the text that JSON
// has instead. Other code can't be expected to: a custom coding, a type with a stored form of its own, and
// `SettingsValue` itself. Their stored forms name the kind, as in `["$data": "AQI="]`, so that it survives JSON.
// Property lists contain the value itself where they have its kind.

/// A reserved key that names the kind of a value.
private enum KindTag {
  case data
  case date
  case double

  init?(_ key: String) {
    switch key {
    case SettingsValue.dataKey: self = .data
    case SettingsValue.dateKey: self = .date
    case SettingsValue.doubleKey: self = .double
    default: return nil
    }
  }

  /// Returns the value of a text, or `nil` if it isn't the text of a value of this kind.
  func value(of text: SettingsValue) -> SettingsValue? {
    switch self {
    case .data: Data(older: text).map(SettingsValue.data)
    case .date: Date(older: text).map(SettingsValue.date)
    case .double:
      if case .string = text { Double(older: text).flatMap { $0.isFinite ? nil : .double($0) } } else { nil }
    }
  }
}

extension SettingsValue {
  /// The value with a tag on each part of a kind that JSON lacks.
  var withKindTags: SettingsValue {
    replacingParts { value in
      switch value {
      case .double(let number) where !number.isFinite: value.tagged(Self.doubleKey)
      // A longer text can't be stored. The data itself can, in a format that has the kind.
      case .data(let data) where data.count <= Self.maximumLength / 4 * 3: value.tagged(Self.dataKey)
      case .date: value.tagged(Self.dateKey)
      default: nil
      }
    } members: { values in
      values.hasKindTag ? values.escapingReservedKey : nil
    }
  }

  /// Returns the value with a tag on each part of a kind that JSON lacks.
  ///
  /// - Throws: ``SettingsError`` if the tags exceed a limit.
  func checkedKindTags() throws(SettingsError) -> SettingsValue {
    let tagged = withKindTags
    try tagged.checkLimits()
    return tagged
  }

  /// The value without tags, in which each tagged part has its kind again.
  package var withoutKindTags: SettingsValue {
    replacingParts(\.taggedValue) { values in values.hasKindTag ? values.unescapingReservedKey : nil }
  }

  /// Returns the value with other parts.
  ///
  /// Parts that are nested too deep stay as they are, because they could overflow the stack.
  ///
  /// - Parameters:
  ///   - replacement: Returns the value that replaces a part, or `nil` to replace the parts in it.
  ///   - members: Returns the members that replace a dictionary's members before their parts are replaced, or `nil` to
  ///     keep them.
  /// - Returns: The value.
  private func replacingParts(
    _ replacement: (SettingsValue) -> SettingsValue?,
    members: ([String: SettingsValue]) -> [String: SettingsValue]? = { _ in nil }
  ) -> SettingsValue {
    replaced(by: replacement, members: members, depth: 0) ?? self
  }

  /// Returns the value with other parts; `nil` if no part is replaced, so that containers aren't copied in vain.
  private func replaced(
    by replacement: (SettingsValue) -> SettingsValue?, members: ([String: SettingsValue]) -> [String: SettingsValue]?,
    depth: Int
  ) -> SettingsValue? {
    if let value = replacement(self) { return value }
    if depth > Self.maximumDepth { return nil }
    switch self {
    case .array(var values):
      var isReplaced = false
      for index in values.indices {
        guard let value = values[index].replaced(by: replacement, members: members, depth: depth + 1) else { continue }
        values[index] = value
        isReplaced = true
      }
      return isReplaced ? .array(values) : nil
    case .dictionary(let old):
      let new = members(old)
      var values = new ?? old
      var isReplaced = new != nil
      for (key, value) in new ?? old {
        guard let value = value.replaced(by: replacement, members: members, depth: depth + 1) else { continue }
        values[key] = value
        isReplaced = true
      }
      return isReplaced ? .dictionary(values) : nil
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: return nil
    }
  }

  /// The value with each tagged part as itself, for a store that has all kinds of values.
  package var withNativeKinds: SettingsValue { replacingParts(\.taggedValue) }

  /// The value that this one represents if it has a tag; otherwise `nil`.
  package var taggedValue: SettingsValue? {
    guard case .dictionary(let values) = self, values.count == 1, let (key, text) = values.first, let tag = KindTag(key)
    else { return nil }
    return tag.value(of: text)
  }

  /// Returns the value with a tag, or `nil` if its text doesn't determine all of its bits, as for some NaNs.
  private func tagged(_ key: String) -> SettingsValue? {
    let tagged = SettingsValue.dictionary([key: DocumentFormat.json.canonical(self)])
    return tagged.taggedValue == self ? tagged : nil
  }
}

extension [String: SettingsValue] {
  /// A Boolean value that indicates whether the only key is the key of a tag, possibly behind further dollar signs.
  ///
  /// The keys of other preserved entries aren't escaped in a `SettingsValue`, which represents such an entry itself.
  var hasKindTag: Bool {
    guard count == 1, let key = keys.first, key.utf8.first == UInt8(ascii: "$") else { return false }
    return KindTag("$" + String(Substring(key.utf8.drop { $0 == UInt8(ascii: "$") }))) != nil
  }
}

extension DocumentFormat {
  /// Returns the value that a document of this format contains in place of a tagged one; `nil` for any other value.
  package func value(ofTagged value: SettingsValue) -> SettingsValue? {
    guard self != .json, let native = value.taggedValue, isCanonical(native) else { return nil }
    return native
  }
}

// MARK: Other code

extension SettingsValue {
  /// Returns the result of code that decodes a stored value in its own way.
  ///
  /// The code gets the value that it has returned for storing. If it refuses that, it gets the forms that it may have
  /// returned if a format or a user has changed the value: a number without its notation, and what a text represents.
  ///
  /// - Parameters:
  ///   - prefersDoubles: Whether the code first gets a number without its notation, unless that loses digits.
  ///   - decode: The code.
  /// - Returns: The result, and whether it comes from a text that represents another value.
  /// - Throws: The error for the first form.
  func decoded<Value, Failure: Error>(
    prefersDoubles: Bool = false, by decode: (SettingsValue) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, isFromText: Bool) {
    let stored = withoutKindTags
    let first = prefersDoubles ? stored.withDoubles(losesDigits: false) : stored
    do throws(Failure) { return (try decode(first), false) } catch {
      for form in [stored, stored.withDoubles(losesDigits: true)] where form != first {
        do throws(Failure) { return (try decode(form), false) } catch {}
      }
      for form in stored.formsOfText { do throws(Failure) { return (try decode(form), true) } catch {} }
      throw error
    }
  }

  /// The values that this one can represent if it's a text: data, a date, or a number that isn't finite in JSON, or any
  /// value in an environment variable or an argument.
  private var formsOfText: [SettingsValue] {
    guard case .string(let text) = self else { return [] }
    let kinds = [KindTag.data, .date, .double].compactMap { $0.value(of: self) }
    let parsed = nilOnFailure { () throws(SettingsError) in try JSONReader.value(of: text) }
    return kinds + (parsed.map { [$0.withoutKindTags.withDoubles(losesDigits: true)] } ?? [])
  }

  /// Returns the value with the nearest floating-point numbers in place of numbers that are preserved by their text.
  ///
  /// - Parameter losesDigits: Whether to replace even a number whose digits the floating-point number doesn't have.
  /// - Returns: The value.
  private func withDoubles(losesDigits: Bool) -> SettingsValue {
    replacingParts { value in
      guard let numberText = value.numberText, let number = value.nearestDouble else { return nil }
      let keepsDigits = DecimalText(numberText) == DecimalText(number.description)
      return keepsDigits || losesDigits ? .double(number) : nil
    }
  }
}
