import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// The places of everything in a document, found without the code that edits documents.
struct DocumentModel {
  /// A name and its value, or an element of an array.
  struct Item {
    /// The names and indices that lead to the item, each behind a slash.
    let path: String
    let start: Int
    let value: Range<Int>
    var comma: Int?
  }

  /// A dictionary or an array.
  struct Container {
    let path: String
    /// The text between the brackets or tags.
    let contents: Range<Int>
    /// The contents with the brackets or tags.
    let range: Range<Int>
    let isDictionary: Bool
    let items: [Item]

    var hasTrailingComma: Bool { items.last?.comma != nil }
  }

  let format: DocumentFormat
  let bytes: [UInt8]
  private(set) var containers: [Container] = []
  private(set) var comments: [(range: Range<Int>, text: String)] = []

  var items: [Item] { containers.flatMap(\.items) }

  init(_ bytes: [UInt8], _ format: DocumentFormat) {
    (self.bytes, self.format) = (bytes, format)
    var offset = 0
    while offset < bytes.count, !isOpen(offset), !text(offset, "<dict/>") { offset = next(offset) }
    readValue(&offset, "")
    while offset < bytes.count { offset = next(offset) }
    comments = Self.comments(of: bytes, format)
  }

  func container(_ path: String) -> Container? { containers.first { $0.path == path } }
  func item(_ path: String) -> Item? { items.first { $0.path == path } }
}

// MARK: Reading

extension DocumentModel {
  private func text(_ offset: Int, _ text: StaticString) -> Bool {
    guard bytes[offset] == text.utf8Start.pointee else { return false }
    return text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
  }

  private func isOpen(_ offset: Int) -> Bool {
    format == .json ? text(offset, "{") || text(offset, "[") : text(offset, "<dict>") || text(offset, "<array>")
  }

  /// Returns the offset behind the comment, string, tag or byte at an offset.
  private func next(_ offset: Int) -> Int { Self.next(offset, bytes, format) }

  private static func next(_ offset: Int, _ bytes: [UInt8], _ format: DocumentFormat) -> Int {
    // Most bytes begin nothing.
    guard [0x22, 0x2F, 0x3C].contains(bytes[offset]) else { return offset + 1 }
    func end(_ close: String, _ start: Int) -> Int {
      var end = start
      while !bytes[end...].starts(with: close.utf8) { end += 1 }
      return end + close.utf8.count
    }
    let rest = bytes[offset...]
    if format == .json {
      if rest.starts(with: "/*".utf8) { return end("*/", offset + 2) }
      if rest.starts(with: "//".utf8) { return rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }
      guard rest.first == UInt8(ascii: "\"") else { return offset + 1 }
      var end = offset + 1
      while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      return end + 1
    }
    if rest.starts(with: "<!--".utf8) { return end("-->", offset + 4) }
    if rest.starts(with: "<![CDATA[".utf8) { return end("]]>", offset) }
    return rest.first == UInt8(ascii: "<") ? end(">", offset) : offset + 1
  }

  static func comments(of bytes: [UInt8], _ format: DocumentFormat) -> [(Range<Int>, String)] {
    var comments: [(Range<Int>, String)] = []
    var offset = 0
    while offset < bytes.count {
      let end = next(offset, bytes, format)
      let isMarkup = end > offset + 3 && bytes[offset] == UInt8(ascii: "<") && bytes[offset + 2] == UInt8(ascii: "-")
      if isMarkup || bytes[offset] == UInt8(ascii: "/") && format == .json {
        comments.append((offset..<end, String(decoding: bytes[offset..<end], as: UTF8.self)))
      }
      offset = end
    }
    return comments
  }

  private func skipSpace(_ offset: inout Int) {
    while offset < bytes.count {
      let byte = bytes[offset]
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      guard isSpace || text(offset, "<!--") || format == .json && text(offset, "/") else { return }
      offset = next(offset)
    }
  }

  private mutating func readValue(_ offset: inout Int, _ path: String) {
    guard isOpen(offset) else {
      if format == .json {
        let isText = bytes[offset] == UInt8(ascii: "\"")
        if isText { return offset = next(offset) }
        while offset < bytes.count, !",]}/ \t\r\n".utf8.contains(bytes[offset]) { offset += 1 }
      } else {
        let start = offset
        let isSingle = bytes[next(offset) - 2] == UInt8(ascii: "/")
        offset = next(offset)
        let isDictionary = text(start, "<dict/>")
        if isDictionary || text(start, "<array/>") {
          containers.append(
            .init(path: path, contents: offset..<offset, range: start..<offset, isDictionary: isDictionary, items: []))
        }
        if isSingle { return }
        while !text(offset, "</") { offset = next(offset) }
        offset = next(offset)
      }
      return
    }
    let isDictionary = text(offset, "{") || text(offset, "<dict>")
    let open = offset
    let start = next(offset)
    offset = start
    var items: [Item] = []
    skipSpace(&offset)
    while !text(offset, "</"), !text(offset, "}"), !text(offset, "]") {
      let itemStart = offset
      var name = "\(items.count)"
      if isDictionary {
        var end = offset
        readValue(&end, "")
        name = Self.name(String(decoding: bytes[offset..<end], as: UTF8.self))
        offset = end
        skipSpace(&offset)
        if format == .json {
          offset += 1
          skipSpace(&offset)
        }
      }
      let value = offset
      readValue(&offset, "\(path)/\(name)")
      var item = Item(path: "\(path)/\(name)", start: itemStart, value: value..<offset)
      skipSpace(&offset)
      if format == .json, text(offset, ",") {
        item.comma = offset
        offset += 1
        skipSpace(&offset)
      }
      items.append(item)
    }
    let contents = start..<offset
    offset = next(offset)
    containers.append(
      .init(path: path, contents: contents, range: open..<offset, isDictionary: isDictionary, items: items))
  }

  /// The name in a text that spells its letters in any way.
  private static func name(_ text: String) -> String {
    let tagless = text.replacing("</key>", with: "").replacing("<key>", with: "")
    return tagless.replacing("\"", with: "").replacing("\\u006b", with: "k").replacing("&#107;", with: "k")
  }
}

// MARK: Judging

extension DocumentModel {
  /// Whether a byte is in every correct result of an edit.
  private enum Fate {
    case stays, mayGo, goes
  }

  /// Returns whether a document is this one with another text in a range.
  func isSame(_ new: [UInt8], except range: Range<Int>) -> Bool {
    new.starts(with: bytes[..<range.lowerBound]) && new.reversed().starts(with: bytes[range.upperBound...].reversed())
      && new.count >= bytes.count - range.count
  }

  /// Returns whether a document is this one with an addition to a container, and a comma where it needs one.
  func isSame(_ new: [UInt8], insertingInto container: Container) -> Bool {
    let inner = bytes[container.contents]
    if container.contents.upperBound == container.range.upperBound { return isSame(new, except: container.range) }
    if inner.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) { return isSame(new, except: container.contents) }
    func isInsertion(_ old: [UInt8], _ new: [UInt8]) -> Bool {
      let start = zip(old, new).prefix { $0 == $1 }.count
      return zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count + start >= old.count
    }
    if isInsertion(bytes, new) { return true }
    if container.items.isEmpty {
      // The closing bracket or tag gets a line.
      let start = inner.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? inner.startIndex
      return isInsertion(Array(bytes[..<start] + bytes[inner.endIndex...]), new)
    }
    guard let last = container.items.last, last.comma == nil else { return false }
    return isInsertion(
      Array(bytes[..<last.value.upperBound] + [UInt8(ascii: ",")] + bytes[last.value.upperBound...]), new)
  }

  /// Returns whether a document is this one without an item, its comments, and the lines that had nothing else.
  func isSame(_ new: [UInt8], removing item: Item, from container: Container, _ isOwn: (String) -> Bool) -> Bool {
    let own = comments.filter { isOwn($0.text) }.map(\.range)
    let others = comments.filter { container.contents.contains($0.range.lowerBound) && !isOwn($0.text) }
    if container.items.count == 1, others.isEmpty {
      if format == .json { return isSame(new, except: container.contents) }
      let tag = container.isDictionary ? "<dict/>" : "<array/>"
      return new == bytes[..<container.range.lowerBound] + Array(tag.utf8) + bytes[container.range.upperBound...]
    }
    var fates = [Fate](repeating: .stays, count: bytes.count)
    for range in own + [item.start..<item.value.upperBound] { for offset in range { fates[offset] = .goes } }
    let index = container.items.firstIndex { $0.path == item.path } ?? 0
    let before = index > 0 ? container.items[index - 1].comma : nil
    for comma in [item.comma, before] { if let comma { fates[comma] = .mayGo } }
    release(&fates)
    let start = fates.firstIndex { $0 != .stays } ?? 0
    guard new.starts(with: bytes[..<start]) else { return false }
    var ends: Set<Int> = [start]
    for (byte, fate) in zip(bytes, fates).dropFirst(start) {
      if fate == .stays, ends.count == 1, let end = ends.first {
        guard end < new.count, new[end] == byte else { return false }
        ends = [end + 1]
        continue
      }
      let matched = Set(ends.filter { $0 < new.count && new[$0] == byte }.map { $0 + 1 })
      switch fate {
      case .stays: ends = matched
      case .mayGo: ends.formUnion(matched)
      case .goes: break
      }
    }
    return ends.contains(new.count)
  }

  /// Lets white space go beside what goes, and a line break if nothing else is on its line.
  private func release(_ fates: inout [Fate]) {
    func isBlank(_ offset: Int) -> Bool { bytes[offset] == 0x20 || bytes[offset] == 0x09 }
    for offset in bytes.indices.dropFirst() where isBlank(offset) && fates[offset - 1] != .stays {
      if fates[offset] == .stays { fates[offset] = .mayGo }
    }
    for offset in bytes.indices.dropLast().reversed() where isBlank(offset) && fates[offset + 1] != .stays {
      if fates[offset] == .stays { fates[offset] = .mayGo }
    }
    var start = 0
    for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
      if bytes[offset] == 0x0A, offset > 0, bytes[offset - 1] == 0x0D {
        if fates[offset] == .stays { fates[offset] = fates[offset - 1] }
      } else if fates[offset] == .stays, fates[start..<offset].allSatisfy({ $0 != .stays }),
        start < offset
      {
        fates[offset] = .mayGo
      }
      start = offset + 1
    }
  }
}
