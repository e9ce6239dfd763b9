internal import TypedSettingsCore

/// A namespace for the cases of enumerations, whether or not the enumerations list them.
enum EnumerationCases {
  /// Returns the cases of an enumeration without associated values, in declaration order.
  ///
  /// If the type conforms to `CaseIterable`, these are the cases that it lists, up to the maximum number. Returns `nil`
  /// for other types.
  static func values(of type: Any.Type) -> [Any]? {
    if let type = type as? any CaseIterable.Type { return listed(by: type) }
    return numbered(of: type)
  }

  private static let maximumCount = 1_000

  private static func listed<Value: CaseIterable>(by type: Value.Type) -> [Any] {
    type.allCases.prefix(maximumCount).map { $0 }
  }

  /// Returns the cases of an enumeration whose values are the numbers of its cases.
  ///
  /// That's how the compiler represents up to 256 cases without associated values. An enumeration that's imported from
  /// C, or declared for Objective-C, has another size, or raw values that its cases are compared with.
  private static func numbered<Value>(of type: Value.Type) -> [Any]? {
    guard let count = caseCount(of: type), MemoryLayout<Value>.size == (count == 1 ? 0 : 1) else { return nil }
    if count == 1 { return [unsafeBitCast((), to: Value.self)] }
    return (0..<UInt8(clamping: count)).map { unsafeBitCast($0, to: Value.self) } as [Value]
  }

  /// Returns the number of cases of an enumeration without associated values, or `nil` for another type.
  ///
  /// The layout is described in the sections "Enum Metadata" and "Nominal Type Descriptor" of the document "Type
  /// Metadata" of the Swift project. It's part of the stable binary interface.
  private static func caseCount(of type: Any.Type) -> Int? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let enumerationKind = 0x201
    guard metadata.load(as: Int.self) == enumerationKind else { return nil }
    let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    let (kindMask, enumeration): (UInt32, UInt32) = (0x1f, 18)
    guard descriptor.load(as: UInt32.self) & kindMask == enumeration else { return nil }
    // After the flags and the offsets of the parent, the name, the accessor, and the fields.
    let payloadCaseCount = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xff_ffff
    let emptyCaseCount = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    guard payloadCaseCount == 0, 1...256 ~= emptyCaseCount else { return nil }
    return Int(emptyCaseCount)
  }
}

extension EnumerationCases {
  /// Returns the stored forms of the cases of an enumeration, or `nil` if the type is another one, or a case has none.
  static func forms(of type: Any.Type, asRawValues: Bool) -> [SettingsValue]? {
    guard let values = values(of: type) else { return nil }
    let forms = values.compactMap { value -> SettingsValue? in
      if asRawValues {
        return ((value as? any RawRepresentable)?.rawValue as? any SettingsValueConvertible)?.settingsValue
      }
      return (value as? any Encodable).flatMap(encoded)
    }
    return forms.count == values.count ? forms : nil
  }

  /// Returns the names under which a dictionary stores the values of its keys, or `nil` if there can be any.
  static func keyNames(of type: Any.Type) -> [String]? {
    guard type is any RawRepresentable.Type, let values = values(of: type) else { return nil }
    let names = values.compactMap { value in
      ((value as? any RawRepresentable)?.rawValue as? any LosslessStringConvertible)?.description
    }
    return names.count == values.count ? names : nil
  }

  private static func encoded(_ value: any Encodable) -> SettingsValue? {
    do throws(SettingsError) { return try MigratingEncoder().encode(value) } catch {
      // A value that can't be encoded isn't stored.
      return nil
    }
  }
}
