// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
/// The initializer gets the value that ``settingsValue`` returned, in every format. A format that lacks a kind of value
/// contains another form of it: JSON has no data, dates, NaN and infinities, so a file contains `{"$date": "…"}` where
/// the type above would return a ``SettingsValue/date(_:)``.
///
/// A number that was written by hand can have more digits than a `Double`, or another notation, such as `1.50`. Use
/// `Double(settingsValue:)`, ``SettingsValue/doubleValue`` and the like, which accept every number.
public protocol SettingsValueConvertible: Sendable {
  /// The stored form of the value.
  var settingsValue: SettingsValue { get }

  /// Creates a value from its stored form.
  ///
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/undecodable`` if the stored form isn't valid for
  ///   the type.
  init(settingsValue: SettingsValue) throws(SettingsError)

  /// A Boolean value that indicates whether the library decodes the type from the text of data, dates and numbers.
  ///
  /// - Warning: This property is an implementation detail; don't implement it in your own types.
  static var __isStandard: Bool { get }
}

extension SettingsValueConvertible {
  /// Returns `false`.
  public static var __isStandard: Bool { false }
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

  /// Returns `true` if the wrapped type is a standard type.
  public static var __isStandard: Bool { Wrapped.__isStandard }

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

  /// Returns `true` if the elements have a standard type.
  public static var __isStandard: Bool { Element.__isStandard }

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
  ///
  /// If the only key is one that the library reserves, such as `$number`, the stored form has another dollar sign.
  public var settingsValue: SettingsValue { .dictionary(mapValues { $0.settingsValue }.escapingReservedKey) }

  /// Returns `true` if the values have a standard type.
  public static var __isStandard: Bool { Value.__isStandard }

  /// Creates a dictionary from its stored form.
  ///
  /// - Throws: ``SettingsError`` if a value can't be decoded. The error doesn't contain the key, which is user data.
  public init(settingsValue: SettingsValue) throws(SettingsError) {
    guard case .dictionary(let values) = settingsValue, values.count != 1 || !settingsValue.isPreservedForm else {
      throw .undecodable(settingsValue, as: Self.self)
    }
    var entries: [String: Value] = [:]
    entries.reserveCapacity(values.count)
    for (key, value) in values.unescapingReservedKey {
      do throws(SettingsError) { entries[key] = try Value(settingsValue: value) } catch { throw error.inside("*") }
    }
    self = entries
  }
}
