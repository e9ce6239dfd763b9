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
