/// What a stored value was read as, and what became of the parts that could not be.
@usableFromInline
struct Reading<Value> {
  @usableFromInline let value: Value

  /// Why parts of the stored value are not in `value`; each names the part.
  @usableFromInline var issues: [SettingsError] = []

  /// Whether nothing of the stored value could be used, so that `value` is the default.
  var isDefault = false

  /// Whether the stored value has another form than the one it would be written in today.
  var isOlderForm = false

  /// Whether the rules of the setting have made `value` another than the stored one.
  var isChangedByRules = false

  /// The parts of the stored value that are not in `value`; `nil` if there are none, or if nobody looked for them.
  var leftovers: Leftovers?

  @usableFromInline
  init(_ value: Value) { self.value = value }

  /// The same reading of another value.
  func with<Other>(_ other: Other) -> Reading<Other> {
    var reading = Reading<Other>(other)
    reading.issues = issues
    reading.isDefault = isDefault
    reading.isOlderForm = isOlderForm
    reading.isChangedByRules = isChangedByRules
    reading.leftovers = leftovers
    return reading
  }
}

extension Reading: Sendable where Value: Sendable {}
