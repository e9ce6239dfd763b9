/// A type that converts itself to and from a settings value.
///
/// The standard scalars, `String`, `Character`, `Date`, `Data`, `URL`, `UUID`, and `Decimal` conform, as do arrays,
/// string-keyed dictionaries, and optionals of these types. Conform your own type to choose its stored form without
/// `Codable`:
///
/// ```swift
/// struct Percentage: SettingsValueConvertible {
///   var value: Int
///   var settingsValue: SettingsValue { value.settingsValue }
///   init(settingsValue: SettingsValue) throws(SettingsError) {
///     value = try Int(settingsValue: settingsValue)
///   }
/// }
/// ```
///
/// A settings file doesn't have a form for every value, so your initializer can get another form than the one that
/// ``settingsValue`` returned. In JSON, a date is ISO 8601 text or the seconds since 2001, data is base64 text, and NaN
/// and the infinities are text. In an XML property list, a date with a fraction of a second is text. To accept every
/// form, use ``MigratingDecoder``:
///
/// ```swift
/// struct Deadline: SettingsValueConvertible {
///   var date: Date
///   var settingsValue: SettingsValue { date.settingsValue }
///   init(settingsValue: SettingsValue) throws(SettingsError) {
///     date = try MigratingDecoder().decode(Date.self, from: settingsValue)
///   }
/// }
/// ```
public protocol SettingsValueConvertible: Sendable {
  /// The stored form of the value.
  var settingsValue: SettingsValue { get }

  /// Creates a value from its stored form.
  ///
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/undecodable`` if the stored form isn't valid for
  ///   the type.
  init(settingsValue: SettingsValue) throws(SettingsError)
}

extension SettingsValue: SettingsValueConvertible {
  /// The value itself.
  public var settingsValue: SettingsValue { self }

  /// Creates a copy of the value.
  public init(settingsValue: SettingsValue) { self = settingsValue }
}

extension Optional: SettingsValueConvertible where Wrapped: SettingsValueConvertible {
  /// The stored form of the wrapped value, or ``SettingsValue/null`` for `nil`.
  ///
  /// A wrapped value that is itself stored as null, such as the inner `nil` of an `Int??`, is stored as
  /// `{"$some": null}`.
  public var settingsValue: SettingsValue { self?.settingsValue.insideOptional ?? .null }

  /// Creates an optional from its stored form; ``SettingsValue/null`` becomes `nil`.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    if case .null = settingsValue {
      self = nil
    } else {
      self = try Wrapped(settingsValue: settingsValue.untagged ?? settingsValue)
    }
  }
}

extension Array: SettingsValueConvertible where Element: SettingsValueConvertible {
  /// An array of the elements' stored forms.
  public var settingsValue: SettingsValue {
    var values: [SettingsValue] = []
    values.reserveCapacity(count)
    // Uses a buffer pointer, because in unspecialized code `map` allocates memory for each element.
    withUnsafeBufferPointer { elements in
      for index in elements.indices { values.append(elements[index].settingsValue) }
    }
    return .array(values)
  }

  /// Creates an array from its stored form.
  ///
  /// - Throws: ``SettingsError`` with the index of the first element that can't be decoded.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .array(let values) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do throws(SettingsError) { elements.append(try Element(settingsValue: value)) } catch {
        throw error.inside(String(index))
      }
    }
    self = elements
  }
}

extension Dictionary: SettingsValueConvertible where Key == String, Value: SettingsValueConvertible {
  /// A dictionary of the values' stored forms.
  public var settingsValue: SettingsValue { .dictionary(mapValues { $0.settingsValue }) }

  /// Creates a dictionary from its stored form.
  ///
  /// - Throws: ``SettingsError`` if a value can't be decoded. The error doesn't contain the key, which is user data.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .dictionary(let values) = settingsValue else { throw .undecodable(settingsValue, as: Self.self) }
    var entries: [String: Value] = [:]
    entries.reserveCapacity(values.count)
    for (key, value) in values {
      do throws(SettingsError) { entries[key] = try Value(settingsValue: value) } catch { throw error.inside("*") }
    }
    self = entries
  }
}
