/// The comments of an XML property list, each at its place: those of an element, and of what the element holds.
///
/// The outermost one is that of the element `plist`, whose only part is the value. The place of a comment is relative
/// to keys and indices, so that it still exists when a value is written anew.
package struct XMLPropertyListComments: Sendable, Hashable {
  /// No comments.
  package static let none = XMLPropertyListComments()

  /// The texts on lines of their own before the element, or before its key.
  var before: [String] = []
  /// The texts behind the element on its last line.
  var after: [String] = []
  /// The texts between the last part of the element and its end tag.
  var end: [String] = []
  /// The comments of what the element holds, where there are any.
  var parts: [TreeStep.Position: XMLPropertyListComments] = [:]

  /// Whether there is no comment at all.
  package var isEmpty: Bool { before.isEmpty && after.isEmpty && end.isEmpty && parts.isEmpty }

  /// Adds the comments of another element that has the same place.
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

  /// All texts in the order of a document.
  package var texts: [String] { before + inner { _ in false } + after }

  /// The texts inside the element but not in its surviving parts: those whose place is gone, then those at its end.
  func inner(survives: (TreeStep.Position) -> Bool) -> [String] {
    guard !parts.isEmpty else { return end }
    let gone = parts.filter { !survives($0.key) }.sorted { $0.key.precedes($1.key) }
    return gone.flatMap(\.value.texts) + end
  }
}

extension TreeStep.Position {
  /// Whether this position comes before another in a document: elements by index, members by the UTF-8 of their keys.
  fileprivate func precedes(_ other: Self) -> Bool {
    switch (self, other) {
    case (.element(let left), .element(let right)): left < right
    case (.key(let left), .key(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.element, .key): true
    case (.key, .element): false
    }
  }
}

/// Finds the place of each comment while a property list is read.
///
/// A comment belongs to the part that it stands before, in or, on the same line, behind; else to the end of its container.
struct XMLPropertyListCommentCollector {
  /// An element that is being read.
  private struct Element {
    var comments = XMLPropertyListComments.none
    /// Where the last part is, and where its text ends.
    var lastPart: (position: TreeStep.Position, end: Int)?
  }

  private let bytes: [UInt8]
  /// The elements from the outermost one inwards.
  private var elements: [Element]
  /// The texts of the comments that no element has claimed yet.
  private var pending: [Range<Int>] = []

  /// Makes a collector that is in the element `plist`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    elements = [Element()]
  }

  /// The comments of the innermost element; at the end, those of the list.
  var comments: XMLPropertyListComments { elements.last?.comments ?? .none }

  /// Takes the text of a comment.
  mutating func add(_ text: Range<Int>) { pending.append(text) }

  /// Gives the comments since the last step to the innermost element, as those before it.
  mutating func claimBefore() { append(to: \.before) }

  /// Gives the comments behind the element `plist` to it.
  mutating func claimAfter() { append(to: \.after) }

  /// Enters a part of the innermost element; what stands before it is its own.
  mutating func enterPart() {
    claimBehindLastPart()
    elements.append(Element())
    claimBefore()
  }

  /// Leaves a part, which ends at an offset; comments inside of its text go before it.
  mutating func leavePart(_ position: TreeStep.Position, end: Int) {
    claimBefore()
    guard let part = elements.popLast(), !elements.isEmpty else { return }
    if !part.comments.isEmpty { elements[elements.count - 1].comments.parts[position, default: .none] += part.comments }
    elements[elements.count - 1].lastPart = (position, end)
  }

  /// Comes to the end tag of the innermost element.
  mutating func endParts() {
    claimBehindLastPart()
    append(to: \.end)
  }

  private mutating func append(to place: WritableKeyPath<XMLPropertyListComments, [String]>) {
    guard !pending.isEmpty else { return }
    elements[elements.count - 1].comments[keyPath: place] += pending.map(text)
    pending = []
  }

  /// Gives the comments on the last line of the last part to it.
  private mutating func claimBehindLastPart() {
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
