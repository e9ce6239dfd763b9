extension MigratingDecoder {
  /// Decodes a value that a user typed.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - input: The input.
  ///   - encodedDefault: A function that returns the stored form of the default, whose properties replace those that
  ///     are missing.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` if the input isn't a value of the type.
  func typedValue<Value: Decodable>(
    _ type: Value.Type, of input: TypedInput, encodedDefault: () -> SettingsValue? = { nil }
  ) throws(SettingsError) -> Value {
    var decoder = self
    decoder.typedInput = input
    let failure: SettingsError
    do throws(SettingsError) {
      return try decoder.decodingResult(type, from: input.root, encodedDefault: encodedDefault).whole
    } catch {
      failure = error
    }
    guard input.isText, let json = try input.json else { throw failure }
    decoder.typedInput = .json(json)
    return try decoder.decodingResult(type, from: json, encodedDefault: encodedDefault).whole
  }
}

extension DecodingResult {
  /// The value, if all parts of the stored value are in it.
  ///
  /// - Throws: ``SettingsError`` if a part couldn't be decoded.
  fileprivate var whole: Value {
    get throws(SettingsError) {
      if let issue = issues.first { throw issue }
      return value
    }
  }
}

extension SettingsValueConvertible {
  /// Creates a value that a user typed.
  ///
  /// The type's own form takes precedence over its `Codable` form.
  ///
  /// - Throws: ``SettingsError`` if the input isn't a value of the type.
  init(typed input: TypedInput) throws(SettingsError) {
    if Self.self == SettingsValue.self || Self.self == SettingsValue?.self {
      // Any JSON is a stored form, and any other text is a string.
      self = try Self.decoded(from: input.anyJSON ?? input.root)
      return
    }
    let failure: SettingsError
    do throws(SettingsError) {
      self = try Self(typedForm: input.root)
      return
    } catch {
      failure = error
    }
    if let type = Self.self as? any Decodable.Type {
      do throws(SettingsError) {
        if let value = try MigratingDecoder().typedValue(type, of: input) as? Self {
          self = value
          return
        }
      } catch {
        guard let value = Self(candidateOf: input) else { throw error }
        self = value
        return
      }
    }
    guard let value = Self(candidateOf: input) else { throw failure }
    self = value
  }

  /// Creates a value from the form that the type itself defines.
  ///
  /// The stored form of a type that isn't standard has tags for the kinds of values that JSON lacks.
  private init(typedForm form: SettingsValue) throws(SettingsError) {
    try self.init(settingsValue: Self.__isStandard ? form : form.withoutKindTags)
  }

  private init?(candidateOf input: TypedInput) {
    for candidate in input.candidates {
      guard let value = nilOnFailure({ () throws(SettingsError) in try Self(typedForm: candidate) }) else {
        continue
      }
      self = value
      return
    }
    return nil
  }
}

extension SettingsValue {
  /// Returns the form of a case without payload whose name this is, or `nil` if the type has no such case.
  func typedCase<Key: CodingKey>(of type: Key.Type) -> [String: SettingsValue]? {
    guard case .string(let name) = self, !type.acceptsAnyText, type.init(stringValue: name) != nil else { return nil }
    return [name: .dictionary([:])]
  }
}
