/// A type with a native form in a store.
///
/// The standard scalars, `String`, `Character`, `Date`, `Data`, `URL`, `UUID`, `Decimal`, and arrays, string-keyed
/// dictionaries and optionals of those conform. Conform a type of your own to choose its stored form without `Codable`:
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
public protocol SettingsValueConvertible: Sendable {
  /// The value as a store holds it.
  var settingsValue: SettingsValue { get }

  /// Reads the value from its stored form.
  ///
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/undecodable`` when it is not one of this type.
  init(settingsValue: SettingsValue) throws(SettingsError)
}

extension SettingsValue: SettingsValueConvertible {
  /// The value itself.
  public var settingsValue: SettingsValue { self }

  /// Takes the value as it is.
  public init(settingsValue: SettingsValue) { self = settingsValue }
}

extension Optional: SettingsValueConvertible where Wrapped: SettingsValueConvertible {
  /// The stored form of the wrapped value, or null.
  ///
  /// A wrapped value whose own form is null, such as the inner `nil` of an `Int??`, is stored as `{"$some": null}`.
  public var settingsValue: SettingsValue { self?.settingsValue.insideOptional ?? .null }

  /// Reads the wrapped value, or `nil` from null.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    if case .null = settingsValue {
      self = nil
    } else {
      self = try Wrapped(settingsValue: settingsValue.untagged ?? settingsValue)
    }
  }
}

extension Array: SettingsValueConvertible where Element: SettingsValueConvertible {
  /// The stored form, an array of the stored forms of the elements.
  public var settingsValue: SettingsValue {
    var values: [SettingsValue] = []
    values.reserveCapacity(count)
    // By pointer: where the type of the elements is not known to the compiler, `map` allocates for each of them.
    withUnsafeBufferPointer { elements in
      for index in elements.indices { values.append(elements[index].settingsValue) }
    }
    return .array(values)
  }

  /// Reads an array.
  ///
  /// - Throws: ``SettingsError`` with the index of the first element that is not of the element's type.
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
  /// The stored form, a dictionary of the stored forms of the values.
  public var settingsValue: SettingsValue { .dictionary(mapValues { $0.settingsValue }) }

  /// Reads a dictionary.
  ///
  /// - Throws: ``SettingsError`` when a value is not of the value's type; it does not name the key, which is data.
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
