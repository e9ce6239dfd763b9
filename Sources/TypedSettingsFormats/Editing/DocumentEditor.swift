package import TypedSettingsCore

/// A change to a member of a dictionary in a document.
package enum DocumentChange {
  /// Sets the value; `nil` removes the member.
  case value(SettingsValue?)
  /// Changes members of the dictionary that is the value.
  case members([String: DocumentChange])
}

/// An error for a change that can't be made without writing the whole container again.
///
/// The optimizer of Swift 6.3 crashes if a generic type contains it.
struct UnsupportedEdit: Error {}

typealias JSONEditor = DocumentEditor<JSONSyntax>
typealias XMLPropertyListEditor = DocumentEditor<XMLPropertyListSyntax>

/// An editor that changes some values of a document and leaves every other byte as it is.
///
/// The document may have comments and trailing commas. A comment belongs to the member that follows it directly, or
/// that precedes it on the same line, and is removed together with the member.
struct DocumentEditor<Syntax: DocumentSyntax> {
  typealias Change = DocumentChange

  typealias Unsupported = UnsupportedEdit

  /// The passes over a document.
  ///
  /// If the first pass changes offsets, the second one, which needs them, reads the result of the first one.
  enum Pass {
    case replacing
    case inserting
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var pass: Pass
  let style: DocumentStyle
  var edits: [(range: Range<Int>, text: [UInt8])] = []
  /// A Boolean value that indicates whether the first pass has found something to insert.
  var needsInsertion = false
  /// The names, and indices in new lists, that lead to the value that is being edited.
  var path: [TreeStep.Position] = []
  /// The plans of the first pass for lists, by path.
  var plans: [[TreeStep.Position]: ListPlan] = [:]
  /// Offsets on one line, from its start on.
  private var line = 0...0

  /// Returns a document with changed members.
  ///
  /// - Parameters:
  ///   - old: The document.
  ///   - changes: The changes to the outermost object.
  /// - Returns: The new document, or `nil` if the whole document has to be written again.
  static func document(_ old: [UInt8], applying changes: [String: Change]) -> [UInt8]? {
    do throws(Unsupported) {
      let (replaced, rest) = try edited(old, changes, .replacing)
      guard let rest else { return replaced }
      return try edited(replaced, changes, .inserting, rest).bytes
    } catch {
      return nil
    }
  }

  /// The results of the first pass that the second one needs.
  private struct Rest {
    let style: DocumentStyle
    let plans: [[TreeStep.Position]: ListPlan]
  }

  /// Makes the changes of one pass; also returns what another pass needs that has to insert something.
  private static func edited(
    _ old: [UInt8], _ changes: [String: Change], _ pass: Pass, _ rest: Rest? = nil
  ) throws(Unsupported) -> (bytes: [UInt8], rest: Rest?) {
    let result = old.withUnsafeBufferPointer { bytes in
      Result { () throws(Unsupported) in
        guard let root = Syntax.root(of: bytes, expanding: changes), root.isDictionary else { throw Unsupported() }
        var editor = DocumentEditor(bytes: bytes, pass: pass, style: rest?.style ?? Syntax.style(of: bytes, root: root))
        editor.plans = rest?.plans ?? [:]
        try editor.edit(root, changes)
        if editor.needsInsertion, editor.edits.isEmpty {
          (editor.pass, editor.needsInsertion) = (.inserting, false)
          try editor.edit(root, changes)
        }
        let rest = editor.needsInsertion ? Rest(style: editor.style, plans: editor.plans) : nil
        return (try editor.result(), rest)
      }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, pass: Pass, style: DocumentStyle) {
    self.bytes = bytes
    self.pass = pass
    self.style = style
  }

  private mutating func result() throws(Unsupported) -> [UInt8] {
    // Of two insertions at one offset, the one that was made first stays first.
    let sorted = edits.enumerated().inOrder {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.count })
    var offset = 0
    for (range, new) in sorted.map(\.element) {
      guard range.lowerBound >= offset else { throw Unsupported() }
      text += bytes[offset..<range.lowerBound]
      text += new
      offset = range.upperBound
    }
    text += bytes[offset...]
    return text
  }
}

// MARK: Objects

extension DocumentEditor {
  private mutating func edit(_ outline: DocumentOutline, _ changes: [String: Change]) throws(Unsupported) {
    var rest = changes
    var removed: [Int] = []
    let matches = try matches(in: outline, changes.keys)
    var hasSeveralSpellings = false
    for (index, name) in matches {
      guard let change = rest.removeValue(forKey: name) else {
        // The value of a key replaces the values of all names that are canonically equivalent.
        guard changes[name]?.members == nil else { throw Unsupported() }
        hasSeveralSpellings = true
        removed.append(index)
        continue
      }
      let item = outline.items[index]
      path.append(.key(name))
      switch change {
      case .value(nil): removed.append(index)
      case .value(let value?): try edit(item, to: value)
      case .members(let members):
        if let inner = outline.inner[item.value] ?? Syntax.outline(at: item.value, in: bytes), inner.isDictionary {
          try edit(inner, members)
        } else if isNull(item) {
          if let value = change.newValue { try edit(item, to: value) }
        } else {
          throw Unsupported()
        }
      }
      path.removeLast()
    }
    // The same name twice is a mistake.
    if hasSeveralSpellings, Set(matches.map { Array($0.name.utf8) }).count < matches.count { throw Unsupported() }
    if !removed.isEmpty { remove(removed, from: outline) }
    var added: [String: SettingsValue] = [:]
    for (name, change) in rest { added[name] = change.newValue }
    guard !added.isEmpty else { return }
    if pass == .replacing {
      needsInsertion = true
    } else {
      try insert(added, into: outline)
    }
  }

  /// Returns whether the value of an item is null, which counts as a dictionary without members.
  private func isNull(_ item: DocumentOutline.Item) -> Bool {
    let text = Array(bytes[item.value..<item.end])
    return nilOnFailure { () throws(SettingsError) in try Syntax.value(of: text) } == .null
  }

  /// Returns the indices of the members with the given names.
  private func matches(
    in outline: DocumentOutline, _ names: some Collection<String>
  ) throws(Unsupported) -> [(index: Int, name: String)] {
    let isPlain = names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    let texts = isPlain && names.count <= 8 ? names.map { (name: $0, bytes: Array($0.utf8)) } : []
    let all = Set(names)
    let lengths = Set(texts.map(\.bytes.count))
    let (shortest, longest) = (lengths.min() ?? 0, lengths.max() ?? 0)
    var matches: [(index: Int, name: String)] = []
    for (index, item) in outline.items.enumerated() {
      if item.isPlain, !texts.isEmpty {
        let plain = plainName(of: item)
        if plain.count < shortest || plain.count > longest { continue }
        // An empty array has no address.
        for text in texts where text.bytes.count == plain.count {
          if text.bytes.withUnsafeBytes({ $0.baseAddress.map(plain.hasSameBytes) ?? true }) {
            matches.append((index, text.name))
          }
        }
      } else {
        let name = try name(of: item)
        if all.contains(name) { matches.append((index, name)) }
      }
    }
    return matches
  }

  /// Returns the bytes of the name of an item, which must be plain.
  @inline(__always)
  func plainName(of item: DocumentOutline.Item) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[Syntax.plainName(of: item)])
  }

  /// Returns the name of a member.
  func name(of item: DocumentOutline.Item) throws(Unsupported) -> String {
    if item.isPlain { return String(decoding: bytes[Syntax.plainName(of: item)], as: UTF8.self) }
    let text = Array(bytes[item.start..<item.nameEnd])
    guard let name = nilOnFailure({ () throws(SettingsError) in try Syntax.name(of: text) }) else {
      throw Unsupported()
    }
    return name
  }
}

extension DocumentChange {
  /// The changes to the members of the value; `nil` if the change sets the whole value.
  var members: [String: DocumentChange]? {
    if case .members(let members) = self { members } else { nil }
  }

  /// The value of a new member; `nil` if nothing is added.
  fileprivate var newValue: SettingsValue? {
    switch self {
    case .value(let value): return value
    case .members(let changes):
      let values = changes.compactMapValues(\.newValue)
      return values.isEmpty ? nil : .dictionary(values)
    }
  }
}

// MARK: Values

extension DocumentEditor {
  /// Changes the value of an item, unless it's the same in the format.
  mutating func edit(_ item: DocumentOutline.Item, to value: SettingsValue) throws(Unsupported) {
    let text = Array(bytes[item.value..<item.end])
    guard let old = nilOnFailure({ () throws(SettingsError) in try Syntax.value(of: text) }) else {
      throw Unsupported()
    }
    let new = Syntax.format.canonical(value).withNotation(of: old)
    if old == new { return }
    if new.spellings != nil { throw Unsupported() }
    let (made, depth) = (edits.count, path.count)
    do throws(Unsupported) {
      if try edit(item, from: old, to: new) { return }
    } catch {
      edits.removeSubrange(made...)
      path.removeSubrange(depth...)
    }
    var style = style
    var replacement: [UInt8] = []
    if let outline = Syntax.outline(at: item.value, in: bytes) {
      style.adopt(outline, in: bytes)
    } else {
      // The text of data may have several lines.
      if case (.data, .data) = (old, new), bytes.lineBreaks(in: item.value..<item.end) == 0 { style.hasLines = false }
      replacement = Syntax.comments(inScalar: item.value..<item.end, of: bytes).flatMap { bytes[$0] }
    }
    let indentation = self.indentation(ofLineAt: item.start)
    replacement.insert(contentsOf: try self.text(of: new, style, indentation: indentation), at: 0)
    edits.append((item.value..<item.end, replacement))
  }

  /// Changes a container in place; returns `false` if the value isn't one before and after.
  private mutating func edit(
    _ item: DocumentOutline.Item, from old: SettingsValue, to new: SettingsValue
  ) throws(Unsupported) -> Bool {
    guard let outline = Syntax.outline(at: item.value, in: bytes) else { return false }
    switch (old, new) {
    case (.array(let old), .array(let new)):
      try edit(outline, from: old, to: new)
      return true
    case (.dictionary(let old), .dictionary(let members)) where new.numberText == nil:
      var changes: [String: Change] = [:]
      for (name, value) in old where members[name] == nil || value.spellings != nil && members[name] != value {
        changes[name] = .value(nil)
      }
      for (name, value) in members where old[name] != value {
        if value.spellings != nil { throw Unsupported() }
        changes[name] = .value(value)
      }
      try edit(outline, changes)
      return true
    default: return false
    }
  }

  /// Returns the spaces and tabs at the start of the line that contains an offset.
  ///
  /// Remembers the line, so that asking for one item after another takes linear time, however long the line is.
  mutating func indentation(ofLineAt offset: Int) -> [UInt8] {
    if !line.contains(offset) {
      var start = offset
      while start != line.upperBound, !bytes.isStartOfLine(start) { start -= 1 }
      line = (start == line.upperBound ? line.lowerBound : start)...offset
    }
    return bytes.indentation(ofLineFrom: line.lowerBound, to: offset)
  }

  /// Returns the text of a value in a style.
  func text(
    of value: SettingsValue, _ style: DocumentStyle, indentation: [UInt8]
  ) throws(Unsupported) -> [UInt8] {
    do throws(SettingsError) {
      return try Syntax.text(of: value, style, indentation: indentation)
    } catch {
      throw Unsupported()
    }
  }
}
