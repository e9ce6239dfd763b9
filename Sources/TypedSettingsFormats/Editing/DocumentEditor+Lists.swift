internal import TypedSettingsCore

/// The way from a list in a document to a new one, which keeps the text of equal elements.
struct ListPlan {
  /// The indices in the new list of the elements that stay in the document, in order.
  let kept: [Int]
  /// The texts of elements that have another place in the new list, by their index in it.
  let moved: [Int: InsertedText]
}

/// The text of an item to insert.
struct InsertedText {
  /// The comments directly before the item, with the white space between them and before the item.
  var before: [UInt8] = []
  var text: [UInt8]
  /// The comments behind the item, and behind its comma if there is one.
  var after: [UInt8] = []

  init(_ text: [UInt8]) { self.text = text }

  /// A Boolean value that indicates whether the item must be alone on its lines, so that its comments remain its own.
  var needsLine: Bool { !before.isEmpty || !after.isEmpty }
}

extension DocumentEditor {
  /// Changes the elements of an array: equal ones keep their text and their comments, wherever they are.
  mutating func edit(
    _ outline: DocumentOutline, from old: [SettingsValue], to new: [SettingsValue]
  ) throws(Unsupported) {
    guard outline.items.count == old.count else { throw Unsupported() }
    if pass == .inserting, let plan = plans[path], plan.kept.count == old.count {
      try change(plan.kept.enumerated().map { ($0, $1) }, outline, from: old, to: new)
      return try insertElements(plan, of: new, into: outline)
    }
    let alignment = ListAlignment(from: old, to: new)
    let kept = new.indices.compactMap { index in alignment.kept[index].map { (old: $0, new: index) } }
    let plan = ListPlan(
      kept: kept.map(\.new), moved: alignment.moved.mapValues { text(ofElement: $0, in: outline) })
    plans[path] = plan
    try change(kept, outline, from: old, to: new)
    if kept.count < old.count {
      // Items are inserted only by a later pass than the one that removes others.
      if pass == .inserting { throw Unsupported() }
      let stays = Set(kept.map(\.old))
      remove(old.indices.filter { !stays.contains($0) }, from: outline)
    }
    if kept.count < new.count {
      if pass == .inserting { try insertElements(plan, of: new, into: outline) } else { needsInsertion = true }
    }
  }

  /// Changes the elements that stay and are different.
  private mutating func change(
    _ pairs: [(old: Int, new: Int)], _ outline: DocumentOutline, from old: [SettingsValue], to new: [SettingsValue]
  ) throws(Unsupported) {
    for pair in pairs where old[pair.old] != new[pair.new] {
      path.append(.element(pair.new))
      try edit(outline.items[pair.old], to: new[pair.new])
      path.removeLast()
    }
  }

  /// Inserts the elements that aren't in the document.
  private mutating func insertElements(
    _ plan: ListPlan, of new: [SettingsValue], into outline: DocumentOutline
  ) throws(Unsupported) {
    var place = 0
    var start = 0
    for end in plan.kept + [new.count] {
      if start < end {
        try insert((start..<end).map { (new[$0], plan.moved[$0]) }, at: place, into: outline)
      }
      place += 1
      start = end + 1
    }
  }

  /// Returns the text of an element with its comments, to be inserted at another place.
  private func text(ofElement index: Int, in outline: DocumentOutline) -> InsertedText {
    let item = outline.items[index]
    var moved = InsertedText(Array(bytes[item.start..<item.end]))
    if let first = leadingComments(of: index, in: outline).first {
      moved.before = Array(bytes[first.lowerBound..<item.start])
    }
    var end = item.end
    for comment in trailingComments(of: index, in: outline) {
      // A comma can follow a comment on its line, unless the comment ends with the line.
      let isBeforeComma = item.comma.map { comment.upperBound <= $0 } ?? true
      if moved.after.isEmpty, isBeforeComma, !endsWithLine(comment) {
        moved.text += bytes[end..<comment.upperBound]
      } else {
        moved.after += [0x20] + bytes[comment]
      }
      end = comment.upperBound
    }
    return moved
  }

  private func endsWithLine(_ comment: Range<Int>) -> Bool { bytes[comment].starts(with: "//".utf8) }
}
