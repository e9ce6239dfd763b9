/// The places of the items of a text document, found without decoding values.
///
/// The document may be malformed; items behind a mistake aren't found.
struct DocumentScan {
  /// A member of a dictionary, or an element of an array.
  struct Item {
    /// The name of a member, or the index of an element.
    let name: String
    /// The offset of the name, or that of the value in an array.
    let start: Int
    /// The offsets of the value.
    let value: Range<Int>
  }

  let bytes: [UInt8]
  let format: DocumentFormat

  /// The offset of the outermost value; `nil` if there is none.
  private var root: Int? {
    switch format {
    case .json:
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return bytes.withUnsafeBufferPointer { $0.endOfSpace(from: start) }
    case .xmlPropertyList:
      var offset = skipXML(from: 0)
      guard let tag = tag(at: offset), tag.name == "plist" else { return nil }
      offset = skipXML(from: tag.end)
      return offset
    case .binaryPropertyList: return nil
    }
  }

  /// Returns the item at a path of names and indices, or the last item on the way to it that exists.
  ///
  /// - Parameter path: The path, which isn't empty.
  /// - Returns: The item, and the number of components that were found; `nil` if the first one doesn't exist.
  func item(at path: [String]) -> (item: Item, depth: Int)? {
    guard var offset = root else { return nil }
    var found: (item: Item, depth: Int)?
    for (depth, name) in path.enumerated() {
      guard let item = items(at: offset).last(where: { $0.name == name }) else { break }
      found = (item, depth + 1)
      offset = item.value.lowerBound
    }
    return found
  }

  /// The items of the outermost value.
  var items: [Item] { root.map { items(at: $0) } ?? [] }

  /// Returns the items of the container that starts at an offset; none if there is no container.
  func items(at offset: Int) -> [Item] {
    switch format {
    case .json: jsonItems(at: offset)
    case .xmlPropertyList: xmlItems(at: offset)
    case .binaryPropertyList: []
    }
  }

  /// Returns the text of a value; `nil` for a container, and for text that isn't UTF-8.
  func text(of item: Item) -> String? {
    guard let first = bytes[item.value].first else { return nil }
    switch format {
    case .json:
      let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      return isContainer ? nil : String(validating: bytes[item.value], as: UTF8.self)
    case .xmlPropertyList:
      guard let value = value(of: item), case .string = value else {
        return self.value(of: item).flatMap { value in
          switch value {
          case .array, .dictionary: value.numberText
          default: value.excerpt
          }
        }
      }
      return value.excerpt
    case .binaryPropertyList: return nil
    }
  }

  /// Returns the value of an item; `nil` if it's malformed.
  func value(of item: Item) -> SettingsValue? {
    let text = Array(bytes[item.value])
    switch format {
    case .json: return nilOnFailure { try JSONReader.value(of: text, dialect: .commented) }
    case .xmlPropertyList:
      return nilOnFailure { try PropertyListReader.value(of: "<plist>".utf8 + text + "</plist>".utf8) }
    case .binaryPropertyList: return nil
    }
  }
}

// MARK: JSON

extension DocumentScan {
  private func jsonItems(at offset: Int) -> [Item] {
    bytes.withUnsafeBufferPointer { text in
      guard let outline = text.outline(at: offset) else { return [] }
      return outline.items.enumerated().map { index, item in
        let name = item.nameEnd == item.start ? "\(index)" : jsonName(item.start..<item.nameEnd)
        return Item(name: name, start: item.start, value: item.value..<item.end)
      }
    }
  }

  private func jsonName(_ range: Range<Int>) -> String {
    guard case .string(let name)? = nilOnFailure({ try JSONReader.value(of: Array(bytes[range])) }) else { return "" }
    return name
  }
}

// MARK: XML

extension DocumentScan {
  private struct Tag {
    let name: String
    let end: Int
    let isClosing: Bool
    let isEmpty: Bool
  }

  private func xmlItems(at offset: Int) -> [Item] {
    guard let container = tag(at: offset), !container.isClosing, !container.isEmpty,
      container.name == "dict" || container.name == "array"
    else { return [] }
    var items: [Item] = []
    var offset = skipXML(from: container.end)
    while let first = endOfElement(at: offset) {
      let start = offset
      var name = "\(items.count)"
      var value = start..<first
      if container.name == "dict" {
        let next = skipXML(from: first)
        guard let end = endOfElement(at: next) else { break }
        name = xmlName(start..<first)
        value = next..<end
      }
      items.append(Item(name: name, start: start, value: value))
      offset = skipXML(from: value.upperBound)
    }
    return items
  }

  private func xmlName(_ range: Range<Int>) -> String {
    // A key has the content of a string.
    guard let open = tag(at: range.lowerBound), open.name == "key", !open.isEmpty else { return "" }
    let content = Array(bytes[open.end..<range.upperBound].dropLast("</key>".utf8.count))
    let text = "<plist><string>".utf8 + content + "</string></plist>".utf8
    guard case .string(let name)? = nilOnFailure({ try PropertyListReader.value(of: Array(text)) }) else { return "" }
    return name
  }

  /// Returns the offset behind white space, comments, and declarations.
  private func skipXML(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      if bytes[offset].isXMLWhiteSpace || offset < 3 && 0x80 <= bytes[offset] {
        offset += 1
      } else if starts("<!--", at: offset) {
        offset = end(of: "-->", from: offset + 4) ?? bytes.count
      } else if starts("<?", at: offset) || starts("<!DOCTYPE", at: offset) {
        offset = end(of: ">", from: offset) ?? bytes.count
      } else {
        break
      }
    }
    return offset
  }

  /// Returns the offset behind the element that starts at an offset; `nil` if there is no element.
  private func endOfElement(at start: Int) -> Int? {
    var (offset, depth) = (start, 0)
    while let tag = tag(at: offset) {
      offset = tag.end
      if tag.isClosing { depth -= 1 } else if !tag.isEmpty { depth += 1 }
      if depth < 0 { return nil }
      if depth == 0 { return offset }
      while offset < bytes.count {
        if starts("<!--", at: offset) {
          offset = end(of: "-->", from: offset + 4) ?? bytes.count
        } else if starts("<![CDATA[", at: offset) {
          offset = end(of: "]]>", from: offset) ?? bytes.count
        } else if bytes[offset] == UInt8(ascii: "<") {
          break
        } else {
          offset += 1
        }
      }
    }
    return nil
  }

  /// Returns the tag that starts at an offset; `nil` if there is none.
  private func tag(at offset: Int) -> Tag? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "<"), let end = end(of: ">", from: offset) else {
      return nil
    }
    let isClosing = bytes[offset + 1] == UInt8(ascii: "/")
    let name = bytes[(offset + (isClosing ? 2 : 1))..<end].prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    return Tag(
      name: String(decoding: name, as: UTF8.self), end: end, isClosing: isClosing,
      isEmpty: bytes[end - 2] == UInt8(ascii: "/"))
  }

  private func starts(_ markup: StaticString, at offset: Int) -> Bool {
    let end = offset + markup.utf8CodeUnitCount
    return end <= bytes.count && markup.withUTF8Buffer { bytes[offset..<end].elementsEqual($0) }
  }

  /// Returns the offset behind the next occurrence of a markup; `nil` if there is none.
  private func end(of markup: StaticString, from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == markup.utf8Start.pointee, starts(markup, at: offset) {
        return offset + markup.utf8CodeUnitCount
      }
      offset += 1
    }
    return nil
  }
}
