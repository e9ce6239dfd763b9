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
