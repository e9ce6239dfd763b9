#if Etcd
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import TypedSettingsCore

  /// The fields of a JSON object in an answer of the gateway.
  ///
  /// The gateway writes 64-bit integers as strings and bytes as base64, and leaves out fields with a default value.
  struct EtcdFields {
    private let fields: [String: SettingsValue]

    /// Reads an object.
    init(_ value: SettingsValue?, named name: String) throws(SettingsError) {
      guard let fields = value?.dictionaryValue else { throw Self.malformed(name, isNot: "an object") }
      self.fields = fields
    }

    /// Reads the object of an answer.
    ///
    /// - Parameter bytes: JSON text.
    /// - Throws: An error if the text isn't a JSON object.
    init(ofAnswer bytes: [UInt8]) throws(SettingsError) {
      let value: SettingsValue
      do { value = try JSONReader.value(of: bytes) } catch {
        throw .remoteMalformed("an answer that isn't JSON", underlying: error)
      }
      try self.init(value, named: "the answer")
    }

    /// Returns the object of a field, or `nil` if the field is absent.
    func object(_ name: String) throws(SettingsError) -> EtcdFields? {
      guard let value = fields[name] else { return nil }
      return try EtcdFields(value, named: name)
    }

    /// Returns the objects of an array.
    func objects(_ name: String) throws(SettingsError) -> [EtcdFields] {
      guard let value = fields[name] else { return [] }
      guard let values = value.arrayValue else { throw Self.malformed(name, isNot: "an array") }
      var objects: [EtcdFields] = []
      objects.reserveCapacity(values.count)
      for value in values { objects.append(try EtcdFields(value, named: name)) }
      return objects
    }

    /// Returns a Boolean value; by default, `false`.
    func flag(_ name: String) throws(SettingsError) -> Bool {
      guard let value = fields[name] else { return false }
      guard let flag = value.boolValue else { throw Self.malformed(name, isNot: "a Boolean value") }
      return flag
    }

    /// Returns an integer that isn't negative and has a successor; by default, 0.
    func count(_ name: String) throws(SettingsError) -> Int64 {
      guard let value = fields[name] else { return 0 }
      let number: Int64? =
        switch value {
        case .string(let text): text.utf8.count <= 20 ? Int64(text) : nil
        case .integer(let number): number
        default: nil
        }
      // A watch begins after a revision.
      guard let number, 0..<Int64.max ~= number else { throw Self.malformed(name, isNot: "a number in range") }
      return number
    }

    /// Returns a string; by default, an empty one.
    func text(_ name: String) throws(SettingsError) -> String {
      guard let value = fields[name] else { return "" }
      guard let text = value.stringValue else { throw Self.malformed(name, isNot: "a string") }
      return text
    }

    /// Returns bytes; by default, none.
    func bytes(_ name: String) throws(SettingsError) -> [UInt8] {
      let text = try text(name)
      guard let data = Data(base64Encoded: text) else { throw Self.malformed(name, isNot: "base64") }
      return [UInt8](data)
    }

    private static func malformed(_ name: String, isNot kind: String) -> SettingsError {
      .remoteMalformed("an answer of etcd in which '\(name)' isn't \(kind)")
    }
  }
#endif
