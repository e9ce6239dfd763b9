#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads Apple's XML property list, version 1.0, and nothing else.
///
/// The text is UTF-8. The document type declaration is passed over and may declare nothing, so that the only entities are
/// the five of XML itself. White space around the text of a number, date or data is not part of it.
package struct XMLPropertyListReader {
  let bytes: [UInt8]
  var position = 0
  private var budget: ValueBudget

  private init(_ bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    budget = ValueBudget(depth: depth)
  }

  /// The value of an XML property list.
  package static func value(of list: Data) throws(SettingsError) -> SettingsValue {
    try value(of: Array(list), depth: 0)
  }

  static func value(of bytes: [UInt8], depth: Int) throws(SettingsError) -> SettingsValue {
    var reader = XMLPropertyListReader(bytes, depth: depth)
    return try reader.readDocument()
  }

  /// An error at a place, by default at the reader's position.
  func malformed(_ problem: String, at offset: Int? = nil) -> SettingsError {
    .malformed("an XML property list", problem, offset: offset ?? position)
  }
}

extension XMLPropertyListReader {
  private mutating func readDocument() throws(SettingsError) -> SettingsValue {
    try readProlog()
    let root = try readStartTag()
    guard root.element == .plist, !root.isEmpty else { throw malformed("a root that is no 'plist' with a value") }
    try skipSpace()
    let value = try readValue(try readStartTag())
    try skipSpace()
    try readEndTag(of: .plist)
    try skipSpace()
    guard position == bytes.count else { throw malformed("something after its end") }
    return value
  }

  /// Reads the value that a tag starts.
  private mutating func readValue(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    try budget.add()
    switch tag.element {
    case .dict: return try readDictionary(tag)
    case .array: return try readArray(tag)
    case .string: return .string(try readText(of: tag)).withNull
    case .integer: return try readInteger(tag)
    case .real: return try readReal(tag)
    case .date: return try readDate(tag)
    case .data: return try readData(tag)
    case .true, .false:
      guard try readContent(of: tag).isEmpty else { throw malformed("text in a truth value") }
      return .bool(tag.element == .true)
    case .key, .plist: throw malformed("'\(tag.element.rawValue)' where a value belongs")
    }
  }

  private mutating func readArray(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    try budget.enter()
    var values: [SettingsValue] = []
    while try startsItem(of: tag) { values.append(try readValue(try readStartTag())) }
    budget.leave()
    return .array(values)
  }

  private mutating func readDictionary(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    try budget.enter()
    var values: [String: SettingsValue] = [:]
    while try startsItem(of: tag) {
      let start = position
      let name = try readStartTag()
      guard name.element == .key else { throw malformed("a value without a key", at: start) }
      let key = try readText(of: name)
      guard key.isStreamSafe else { throw malformed("a key with too many combining marks", at: start) }
      try skipSpace()
      let value = try readValue(try readStartTag())
      guard values.updateValue(value, forKey: key) == nil else {
        throw malformed("a key that occurs twice in one dictionary", at: start)
      }
    }
    budget.leave()
    return .dictionary(values)
  }

  /// Whether another item follows in a container; reads the container's end tag where none does.
  private mutating func startsItem(of container: XMLPropertyListTag) throws(SettingsError) -> Bool {
    if container.isEmpty { return false }
    try skipSpace()
    guard starts("</") else { return true }
    try readEndTag(of: container.element)
    return false
  }
}
