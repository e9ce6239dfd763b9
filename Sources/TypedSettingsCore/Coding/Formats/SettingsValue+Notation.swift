extension SettingsValue {
  /// Returns the value with the notation that its numbers have in a document.
  ///
  /// A number in the document that keeps its text, such as 1.50, takes the place of the same floating-point number. An
  /// element of an array takes the notation of an equal element, wherever that is.
  ///
  /// - Parameter old: The value in the document.
  /// - Returns: The value.
  package func withNotation(of old: SettingsValue) -> SettingsValue {
    switch (self, old) {
    case (.double(let number), .dictionary):
      return old.nearestDouble?.bitPattern == number.bitPattern ? old : self
    case (.dictionary(var members), .dictionary(let oldMembers)) where numberText == nil && old.numberText == nil:
      for (name, value) in oldMembers where value.hasNumberText {
        if let member = members[name] { members[name] = member.withNotation(of: value) }
      }
      return .dictionary(members)
    case (.array(let values), .array(let oldValues)) where oldValues.contains(where: \.hasNumberText):
      return .array(values.withNotation(of: oldValues))
    default: return self
    }
  }

  /// A Boolean value that indicates whether a number in the value is preserved by its text.
  fileprivate var hasNumberText: Bool {
    switch self {
    case .array(let values): values.contains(where: \.hasNumberText)
    case .dictionary(let values): numberText != nil || values.values.contains(where: \.hasNumberText)
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: false
    }
  }

  /// The value with the nearest floating-point numbers in place of numbers that are preserved by their text.
  package var withoutNotation: SettingsValue {
    if let nearestDouble { return .double(nearestDouble) }
    return switch self {
    case .array(let values): .array(values.map(\.withoutNotation))
    case .dictionary(let values): .dictionary(values.mapValues(\.withoutNotation))
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: self
    }
  }
}

extension [SettingsValue] {
  fileprivate func withNotation(of old: [SettingsValue]) -> [SettingsValue] {
    var known: [SettingsValue: SettingsValue] = [:]
    for value in old where value.hasNumberText { known[value.withoutNotation] = known[value.withoutNotation] ?? value }
    return enumerated().map { index, value in
      if let value = known[value] { return value }
      return old.indices.contains(index) && value.isContainer ? value.withNotation(of: old[index]) : value
    }
  }
}
