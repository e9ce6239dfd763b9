#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A strict reader of Apple's XML property list format, version 1.0.
///
/// The text is UTF-8. The document type declaration is skipped and can't declare anything, so only the five predefined
/// entities of XML exist. White space around the text of a number, date or data is ignored.
package struct XMLPropertyListReader {
  let bytes: [UInt8]
  var position = 0
  var budget: ValueBudget
  /// The collector of comments; `nil` if comments aren't needed.
  var collector: XMLPropertyListCommentCollector?

  private init(_ bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    budget = ValueBudget(depth: depth)
  }

  /// Returns the value of an XML property list.
  package static func value(of list: Data) throws(SettingsError) -> SettingsValue {
    try value(of: Array(list), depth: 0)
  }

  static func value(of bytes: [UInt8], depth: Int) throws(SettingsError) -> SettingsValue {
    var reader = XMLPropertyListReader(bytes, depth: depth)
    return try reader.readDocument()
  }

  /// Returns the value of an element.
  package static func value(ofElement bytes: [UInt8]) throws(SettingsError) -> SettingsValue {
    var reader = XMLPropertyListReader(bytes, depth: 0)
    return try reader.readValue(try reader.readStartTag())
  }

  /// Returns the text of a key element.
  package static func name(ofElement bytes: [UInt8]) throws(SettingsError) -> String {
    var reader = XMLPropertyListReader(bytes, depth: 0)
    return try reader.readText(of: try reader.readStartTag())
  }

  /// Returns the comments of an XML property list.
  package static func comments(of bytes: [UInt8]) throws(SettingsError) -> XMLPropertyListComments {
    var reader = XMLPropertyListReader(bytes, depth: 0)
    reader.collector = XMLPropertyListCommentCollector(bytes)
    _ = try reader.readDocument()
    return reader.collector?.comments ?? .none
  }

  /// Returns an error for a malformed property list, by default at the current position.
  func malformed(_ problem: SyntaxProblem, at offset: Int? = nil) -> SettingsError {
    .malformed("an XML property list", problem, at: TextPosition(of: offset ?? position, in: bytes))
  }
}

extension XMLPropertyListReader {
  private mutating func readDocument() throws(SettingsError) -> SettingsValue {
    try readProlog()
    let root = try readStartTag()
    guard root.element == .plist, !root.isEmpty else {
      throw malformed("a root element that isn't a 'plist' with a value")
    }
    collector?.assignBefore()
    try skipSpace()
    collector?.enterPart()
    let value = try readValue(try readStartTag())
    collector?.leavePart(.element(0), end: position)
    try skipSpace()
    collector?.endParts()
    try readEndTag(of: .plist)
    try skipSpace()
    collector?.assignAfter()
    guard position == bytes.count else { throw malformed(.extraText(after: "its end")) }
    return value
  }

  /// Reads the value that a start tag begins.
  private mutating func readValue(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    try budget.add()
    switch tag.element {
    case .dict: return try readDictionary(tag)
    case .array: return try readArray(tag)
    case .string: return SettingsValue(inPropertyList: try readText(of: tag))
    case .integer: return try readInteger(tag)
    case .real: return try readReal(tag)
    case .date: return try readDate(tag)
    case .data: return try readData(tag)
    case .true, .false:
      guard try readContent(of: tag).isEmpty else { throw malformed("text in a Boolean element") }
      return .bool(tag.element == .true)
    case .key, .plist: throw malformed("'\(tag.element.rawValue)' instead of a value")
    }
  }

  private mutating func readArray(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    try budget.enter()
    var values: [SettingsValue] = []
    while try startsItem(of: tag) {
      values.append(try readValue(try readStartTag()))
      collector?.leavePart(.element(values.count - 1), end: position)
    }
    budget.leave()
    return .array(values)
  }

  private mutating func readDictionary(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    try budget.enter()
    var values: [String: SettingsValue] = [:]
    var equivalentNames = EquivalentNames()
    while try startsItem(of: tag) {
      let start = position
      let name = try readStartTag()
      guard name.element == .key else { throw malformed("a value without a key", at: start) }
      let key = try readText(of: name)
      guard key.isStreamSafe else { throw malformed("a key with too many combining marks", at: start) }
      try skipSpace()
      collector?.assignBefore()
      let value = try readValue(try readStartTag())
      collector?.leavePart(.key(key), end: position)
      guard equivalentNames.add(value, named: key, to: &values) else {
        throw malformed(.duplicateKey, at: start)
      }
    }
    _ = try equivalentNames.finish(&values, &budget)
    budget.leave()
    return .dictionary(values)
  }

  /// Returns whether a container has another item; reads the container's end tag if it doesn't.
  private mutating func startsItem(of container: XMLPropertyListTag) throws(SettingsError) -> Bool {
    if container.isEmpty { return false }
    try skipSpace()
    guard starts("</") else {
      collector?.enterPart()
      return true
    }
    collector?.endParts()
    try readEndTag(of: container.element)
    return false
  }
}
