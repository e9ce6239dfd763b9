// An optional stores `nil` as null and a value as itself, so that a value whose own form is null, such as the inner `nil`
// of an `Int??`, needs another form: a dictionary with one reserved key, which holds the inner form.

extension SettingsValue {
  /// The key of the dictionary that holds a form which an optional would otherwise read as `nil`.
  package static let someKey = "$some"

  /// The form of this value inside an optional: this value, or a tag around it where it would read as something else.
  package var insideOptional: SettingsValue {
    switch self {
    case .null: .dictionary([Self.someKey: self])
    case .dictionary where hasShapeOfTag: .dictionary([Self.someKey: self])
    default: self
    }
  }

  /// The value that a tag holds, or `nil` if this value isn't a tag.
  package var untagged: SettingsValue? {
    guard case .dictionary(let values) = self, values.count == 1, let value = values[Self.someKey],
      value.isNull || value.hasShapeOfTag
    else { return nil }
    return value
  }

  private var hasShapeOfTag: Bool {
    guard case .dictionary(let values) = self else { return false }
    return values.count == 1 && values[Self.someKey] != nil
  }
}
