/// Replacements of scalars by scalars in a JSON document.
///
/// Most saves change nothing else. They need neither an outline nor the layout of the document, so it's read in one
/// pass and without memory for each member.
struct JSONScalarEdits {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var edits: [(range: Range<Int>, text: [UInt8])] = []

  /// Returns a document with changed members, as ``JSONEditor`` does.
  ///
  /// - Parameters:
  ///   - old: The document.
  ///   - changes: The changes to the outermost object.
  /// - Returns: The new document; `nil` if there are changes of other kinds, or if the document isn't well-formed.
  static func document(_ old: [UInt8], applying changes: [String: DocumentChange]) -> [UInt8]? {
    old.withUnsafeBufferPointer { bytes in
      // The edits don't outlive the buffer.
      var edits = JSONScalarEdits(bytes: bytes)
      let start = bytes.endOfSpace(from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      guard let end = edits.add(changes, toObjectAt: start), bytes.endOfSpace(from: end) == bytes.count else {
        return nil
      }
      return edits.result
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var result: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.count })
    var offset = 0
    for (range, new) in edits {
      text += bytes[offset..<range.lowerBound]
      text += new
      offset = range.upperBound
    }
    text += bytes[offset...]
    return text
  }
}

// MARK: Objects

extension JSONScalarEdits {
  /// Adds changes to the members of an object.
  ///
  /// - Returns: The offset behind the object; `nil` if there are changes of other kinds, or the object isn't
  ///   well-formed.
  private mutating func add(_ changes: [String: DocumentChange], toObjectAt open: Int) -> Int? {
    guard open < bytes.count, bytes[open] == UInt8(ascii: "{") else { return nil }
    let names = Names(changes.keys)
    var rest = changes
    var offset = bytes.endOfSpace(from: open + 1)
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "}") {
      guard bytes[offset] == UInt8(ascii: "\"") else { return nil }
      let start = offset
      let (nameEnd, isPlain) = bytes.endOfString(from: start)
      offset = bytes.endOfSpace(from: nameEnd)
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return nil }
      offset = bytes.endOfSpace(from: offset + 1)
      let value = offset
      if let name = isPlain ? names.name(in: bytes, start + 1..<nameEnd - 1) : name(in: start..<nameEnd, of: changes) {
        // There is no change left if the object has two members with the name.
        guard let change = rest.removeValue(forKey: name), let end = apply(change, toValueAt: value) else { return nil }
        offset = end
      } else {
        offset = bytes.endOfValue(from: value)
      }
      guard offset > value else { return nil }
      offset = bytes.endOfSpace(from: offset)
      if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") { offset = bytes.endOfSpace(from: offset + 1) }
    }
    return rest.isEmpty && offset < bytes.count ? offset + 1 : nil
  }

  private mutating func apply(_ change: DocumentChange, toValueAt start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch change {
    case .value(nil): return nil
    case .members(let changes): return add(changes, toObjectAt: start)
    case .value(let value?):
      let new = DocumentFormat.json.canonical(value)
      let end = bytes.endOfValue(from: start)
      guard new.isScalar, let old = self.value(in: start..<end), old.isScalar else { return nil }
      if old != new {
        guard let text = nilOnFailure({ try JSONWriter.text(of: new) }) else { return nil }
        edits.append((start..<end, Array(text.utf8)))
      }
      return end
    }
  }

  private func value(in range: Range<Int>) -> SettingsValue? {
    nilOnFailure { try JSONReader.value(of: Array(bytes[range]), dialect: .commented) }
  }

  /// Returns the name in a range if it's the name of a change.
  private func name(in range: Range<Int>, of changes: [String: DocumentChange]) -> String? {
    guard case .string(let name)? = value(in: range), changes[name] != nil else { return nil }
    return name
  }

  /// The names of the changed members.
  private struct Names {
    /// Comparing the bytes of a few names takes less time than looking up a string.
    private static let maximumCompared = 4

    private let all: Set<String>
    private let compared: [(text: String, bytes: [UInt8])]?

    init(_ names: some Collection<String>) {
      all = Set(names)
      // An ASCII name can be equal to one that isn't ASCII.
      let isPlain = names.count <= Self.maximumCompared && names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
      compared = isPlain ? names.map { ($0, Array($0.utf8)) } : nil
    }

    /// Returns the name that consists of a range of ASCII bytes if it's among these names.
    @inline(__always)
    func name(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
      let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range])
      guard let compared else {
        let name = String(decoding: text, as: UTF8.self)
        return all.contains(name) ? name : nil
      }
      for name in compared where name.bytes.count == text.count {
        // An empty array has no address.
        if name.bytes.withUnsafeBytes({ $0.baseAddress.map { text.hasSameBytes(as: $0) } ?? true }) { return name.text }
      }
      return nil
    }
  }
}

extension SettingsValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .dictionary: false
    default: true
    }
  }
}

// MARK: Scanning

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset behind the string that starts at an offset, and whether it's ASCII without escape sequences.
  @inline(__always)
  func endOfString(from start: Int) -> (end: Int, isPlain: Bool) {
    var (offset, isPlain) = endOfPlainText(from: start + 1)
    while offset < count, self[offset] != UInt8(ascii: "\"") {
      isPlain = false
      // The character after a backslash doesn't end the string.
      offset = endOfPlainText(from: Swift.min(offset + 2, count)).offset
    }
    return (Swift.min(offset + 1, count), isPlain)
  }

  /// Returns the offset behind the value that starts at an offset; the start if there is none.
  @inline(__always)
  func endOfValue(from start: Int) -> Int {
    guard start < count else { return start }
    switch self[start] {
    case UInt8(ascii: "\""): return endOfString(from: start).end
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(from: start)
    case UInt8(ascii: ":"): return start
    default:
      var offset = start
      while offset < count, !endsScalar(self[offset]) { offset += 1 }
      return offset
    }
  }

  @inline(__always)
  private func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: false
    }
  }

  private func endOfContainer(from start: Int) -> Int {
    var (offset, depth) = (start, 0)
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: "\""): offset = endOfString(from: offset).end
      case UInt8(ascii: "/"): offset = Swift.min(endOfComment(at: offset) ?? offset + 1, count)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        offset += 1
        if depth == 0 { return offset }
      default: offset += 1
      }
    }
    return offset
  }
}
