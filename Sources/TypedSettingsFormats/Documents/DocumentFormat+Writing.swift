package import TypedSettingsCore

extension DocumentFormat {
  /// Returns the document of a value; equal values produce equal bytes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - old: The document that the new one replaces. Its comments are preserved if the format supports comments.
  ///   - expectedSize: The approximate size of the document. Exceeding it doubles the memory while writing.
  ///   - isStrict: Whether a character that the format forbids is an error. A character that is already stored must not
  ///     prevent other values from being saved.
  /// - Returns: The document.
  /// - Throws: ``SettingsError`` if the value exceeds the limits or the format can't represent it.
  package func bytes(
    of value: SettingsValue, keeping old: [UInt8]? = nil, expectedSize: Int = 0, isStrict: Bool = true
  ) throws(SettingsError) -> [UInt8] {
    // Reserves some extra space, because settings tend to grow and exceeding the capacity would double it.
    let capacity = expectedSize + expectedSize / 16 + 256
    switch self {
    case .json: return try JSONWriter.document(of: value, capacity: capacity)
    case .xmlPropertyList:
      return try XMLPropertyListWriter.bytes(
        of: value, comments: comments(of: old ?? [], for: value), capacity: capacity, isStrict: isStrict)
    case .binaryPropertyList: return try BinaryPropertyListWriter.bytes(of: value)
    }
  }

  /// Returns a document with changed members and every other byte as it is.
  ///
  /// - Parameters:
  ///   - old: The document.
  ///   - changes: The changes to the outermost dictionary.
  /// - Returns: The new document, or `nil` if the whole document has to be written again.
  package func edited(_ old: [UInt8], applying changes: [String: DocumentChange]) -> [UInt8]? {
    switch self {
    case .json: JSONEditor.document(old, applying: changes)
    case .xmlPropertyList: XMLPropertyListEditor.document(old, applying: changes)
    case .binaryPropertyList: nil
    }
  }

  /// An upper estimate of the bytes that a value of fixed length takes, or the markup of another one.
  package static var fixedLength: Int { 64 }

  /// Checks that a document of this format can represent a value.
  ///
  /// - Returns: An upper estimate of the bytes that the value takes in a document.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` or the code of a limit.
  package func check(_ value: SettingsValue) throws(SettingsError) -> Int {
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: return Self.fixedLength
    // No escape sequence is longer than six bytes.
    case .string(let text) where self == .json: return Self.fixedLength + 6 * text.utf8.count
    // At a deeper level, lines have more indentation, and references and offsets more bytes.
    case .string, .data, .array, .dictionary: return Self.fixedLength + 4 * (try bytes(of: value).count)
    }
  }

  /// Returns whether a document of this format can contain a key.
  package func supports(key: String) -> Bool {
    key.isStreamSafe && key.utf8.count <= SettingsValue.maximumLength
      && (self != .xmlPropertyList || XMLPropertyListWriter.canHold(key))
  }

  /// Returns the comments of an XML property list for another value, or none if the bytes have another format.
  private func comments(of bytes: [UInt8], for new: SettingsValue) -> XMLPropertyListComments {
    // Most property lists have no comments, and this check costs less than reading the list.
    guard bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "<") && bytes[$0...].starts(with: "<!--".utf8) })
    else { return .none }
    let comments = nilOnFailure { () throws(SettingsError) in
      try XMLPropertyListReader.comments(of: bytes).following(value(of: bytes), to: canonical(new))
    }
    return comments ?? .none
  }
}
