/// A coding that is made of functions.
@usableFromInline
final class CustomCoding<Value: Sendable>: Sendable {
  typealias Read = @Sendable (SettingsValue, Value?, _ looksForLeftovers: Bool) throws(SettingsError) -> Reading<Value>
  typealias Form =
    @Sendable (Value, SettingsValue, Value, _ keepsEverything: Bool) throws(SettingsError) -> StoredForm

  private let encodeFunction: @Sendable (Value) throws(SettingsError) -> SettingsValue
  let read: Read
  let form: Form

  /// Makes a coding.
  ///
  /// - Parameters:
  ///   - encode: The stored form of a value.
  ///   - read: What a stored form is read as, given the default if there is one.
  ///   - form: The stored form of a value, given what is stored and the default.
  init(
    encode: @escaping @Sendable (Value) throws(SettingsError) -> SettingsValue, read: @escaping Read,
    form: @escaping Form
  ) {
    encodeFunction = encode
    self.read = read
    self.form = form
  }

  @usableFromInline
  func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try encodeFunction(value) }
}
