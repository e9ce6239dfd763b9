/// The comments of an element in an XML property list, and of the elements it contains.
///
/// The outermost element is `plist`, whose only part is the value. The position of a comment is relative to keys and
/// indices, so it remains valid when the value is written again. If a list has changed, call ``following(_:to:)``.
package struct XMLPropertyListComments: Sendable, Hashable {
  /// An instance without comments.
  package static let none = XMLPropertyListComments()

  /// The comments on their own lines before the element or its key.
  package var before: [String] = []
  /// The comments after the element on its last line.
  package var after: [String] = []
  /// The comments between the last part of the element and its end tag.
  var end: [String] = []
  /// The comments of the parts that have any.
  package var parts: [TreeStep.Position: XMLPropertyListComments] = [:]

  /// A Boolean value that indicates whether there are no comments.
  package var isEmpty: Bool { before.isEmpty && after.isEmpty && end.isEmpty && parts.isEmpty }

  /// Adds the comments of another element at the same position.
  static func += (left: inout Self, right: Self) {
    left.before += right.before
    left.after += right.after
    left.end += right.end
    left.parts.merge(right.parts) { left, right in
      var both = left
      both += right
      return both
    }
  }

  /// All comments in document order.
  package var texts: [String] { before + inner { _ in false } + after }

  /// Returns the comments of parts that aren't kept, followed by those at the end of the element.
  package func inner(keeping isKept: (TreeStep.Position) -> Bool) -> [String] {
    guard !parts.isEmpty else { return end }
    let orphaned = parts.filter { !isKept($0.key) }.inOrder { $0.key.precedes($1.key) }
    return orphaned.flatMap(\.value.texts) + end
  }
}

extension XMLPropertyListComments {
  /// Returns the comments of a list that is written again with another value, whose elements keep their own ones.
  ///
  /// The comments of removed elements follow the others at the end of their list.
  package func following(_ old: SettingsValue, to new: SettingsValue) -> XMLPropertyListComments {
    guard let value = parts[.element(0)] else { return self }
    var moved = self
    moved.parts[.element(0)] = value.moved(from: old, to: new)
    return moved
  }

  private func moved(from old: SettingsValue, to new: SettingsValue) -> XMLPropertyListComments {
    if parts.isEmpty { return self }
    var moved = self
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)):
      for case (.key(let name), let part) in parts {
        if let old = old[name], let new = new[name] { moved.parts[.key(name)] = part.moved(from: old, to: new) }
      }
    case (.array(let old), .array(let new)):
      var removed = parts
      moved.parts = [:]
      for (index, origin) in ListAlignment(from: old, to: new).origins.enumerated() {
        guard let origin, let part = removed.removeValue(forKey: .element(origin)) else { continue }
        moved.parts[.element(index)] = part.moved(from: old[origin], to: new[index])
      }
      moved.end = removed.inOrder { $0.key.precedes($1.key) }.flatMap(\.value.texts) + moved.end
    default: break
    }
    return moved
  }
}

extension TreeStep.Position {
  /// Returns whether this position precedes another in a document: elements by index, members by UTF-8 bytes.
  fileprivate func precedes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.element(let left), .element(let right)): left < right
    case (.key(let left), .key(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.element, .key): true
    case (.key, .element): false
    }
  }
}

/// A collector that assigns each comment to an element while a property list is read.
///
/// A comment belongs to the part that follows it, that contains it, or that precedes it on the same line. Any other
/// comment belongs to the end of its container.
struct XMLPropertyListCommentCollector {
  /// An element that is being read.
  private struct Element {
    var comments = XMLPropertyListComments.none
    /// The position of the last part, and the offset where its text ends.
    var lastPart: (position: TreeStep.Position, end: Int)?
  }

  private let bytes: [UInt8]
  /// The enclosing elements, from the outermost to the innermost.
  private var elements: [Element]
  /// The comments that aren't assigned to an element yet.
  private var pending: [Range<Int>] = []

  /// Creates a collector inside the element `plist`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    elements = [Element()]
  }

  /// The comments of the innermost element, which is the whole list in the end.
  var comments: XMLPropertyListComments { elements.last?.comments ?? .none }

  /// Adds a comment.
  mutating func add(_ text: Range<Int>) { pending.append(text) }

  /// Assigns the pending comments to the innermost element as those before it.
  mutating func assignBefore() { append(to: \.before) }

  /// Assigns the comments after the element `plist` to it.
  mutating func assignAfter() { append(to: \.after) }

  /// Enters a part of the innermost element and assigns the comments before it.
  mutating func enterPart() {
    assignToLastPart()
    elements.append(Element())
    assignBefore()
  }

  /// Leaves a part that ends at an offset; the comments inside its text are assigned before it.
  mutating func leavePart(_ position: TreeStep.Position, end: Int) {
    assignBefore()
    guard let part = elements.popLast(), !elements.isEmpty else { return }
    if !part.comments.isEmpty { elements[elements.count - 1].comments.parts[position, default: .none] += part.comments }
    elements[elements.count - 1].lastPart = (position, end)
  }

  /// Assigns the comments before the end tag of the innermost element.
  mutating func endParts() {
    assignToLastPart()
    append(to: \.end)
  }

  private mutating func append(to place: WritableKeyPath<XMLPropertyListComments, [String]>) {
    guard !pending.isEmpty else { return }
    elements[elements.count - 1].comments[keyPath: place] += pending.map(text)
    pending = []
  }

  /// Assigns the comments that follow the last part on its last line to it.
  private mutating func assignToLastPart() {
    guard !pending.isEmpty, let (position, partEnd) = elements[elements.count - 1].lastPart else { return }
    var end = partEnd
    let onLine = pending.prefix { comment in
      defer { end = comment.upperBound }
      return !bytes[end..<comment.lowerBound].contains { $0 == 0x0A || $0 == 0x0D }
    }
    guard !onLine.isEmpty else { return }
    elements[elements.count - 1].comments.parts[position, default: .none].after += onLine.map(text)
    pending.removeFirst(onLine.count)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
