internal import TypedSettingsCore

extension DocumentEditor {
  /// Returns the comments on the line of an item that belong to it.
  ///
  /// - Parameters:
  ///   - index: The index of the item; -1 for the opening bracket.
  ///   - outline: The container.
  /// - Returns: The comments, in order.
  func trailingComments(of index: Int, in outline: DocumentOutline) -> [Range<Int>] {
    let item = index < 0 ? nil : outline.items[index]
    let start = item?.end ?? outline.start
    let isLast = index + 1 == outline.items.count
    let next = isLast ? outline.close : outline.items[index + 1].start
    var end = start
    var comments: [Range<Int>] = []
    let all = Syntax.comments(in: start..<next, of: bytes)
    // The offset from which on there are no line breaks but those inside comments.
    var line = next
    for comment in all.reversed() {
      if bytes.lineBreaks(in: comment.upperBound..<line) > 0 { break }
      line = comment.lowerBound
    }
    for comment in all {
      if bytes.lineBreaks(in: end..<comment.lowerBound) > 0 { break }
      // Behind the comma and before an item on the same line, it belongs to that item.
      let isBehindComma = item.map { $0.comma.map { $0 < comment.lowerBound } ?? false } ?? true
      if isBehindComma, !isLast, comment.lowerBound >= line { break }
      comments.append(comment)
      end = comment.upperBound
    }
    return comments
  }

  /// Returns the comments directly above an item, or before it on its line.
  func leadingComments(of index: Int, in outline: DocumentOutline) -> [Range<Int>] {
    let item = outline.items[index]
    let trailing = trailingComments(of: index - 1, in: outline)
    let start = trailing.last?.upperBound ?? (index > 0 ? outline.items[index - 1].end : outline.start)
    var next = item.start
    var comments: [Range<Int>] = []
    for comment in Syntax.comments(in: start..<item.start, of: bytes).reversed() {
      // A blank line in between separates the comment from the item, and so does a comma.
      if bytes.lineBreaks(in: comment.upperBound..<next) > 1 { break }
      if index > 0, let comma = outline.items[index - 1].comma, comma > comment.lowerBound { break }
      comments.append(comment)
      next = comment.lowerBound
    }
    return comments.reversed()
  }
}

// MARK: Removing

extension DocumentEditor {
  /// Removes items with their comments, and lines that nothing else is on.
  ///
  /// - Parameters:
  ///   - removed: The indices of the items, in ascending order.
  ///   - outline: The container.
  mutating func remove(_ removed: [Int], from outline: DocumentOutline) {
    var pieces: [Range<Int>] = []
    for index in removed {
      let item = outline.items[index]
      pieces += leadingComments(of: index, in: outline)
      pieces.append(item.start..<item.end)
      pieces += trailingComments(of: index, in: outline)
    }
    pieces += commas(toRemoveWith: removed, from: outline).map { $0..<$0 + 1 }
    pieces.sort { $0.lowerBound < $1.lowerBound }
    if removed.count == outline.items.count, isBlank(outline.start..<outline.close, without: pieces) {
      edits.append((outline.open..<outline.end, Syntax.emptyText(of: outline)))
    } else {
      for piece in joined(pieces) { edits.append((tidied(piece), [])) }
    }
  }

  /// Returns the offsets of the commas that belong to removed items.
  private func commas(toRemoveWith removed: [Int], from outline: DocumentOutline) -> Set<Int> {
    let (items, gone) = (outline.items, Set(removed))
    if leadingComma(in: outline) != nil {
      let first = items.indices.first { !gone.contains($0) }
      let indices = removed.filter { $0 > 0 } + (first.map { $0 > 0 ? [$0] : [] } ?? [])
      let commas = Set(indices.compactMap { items[$0 - 1].comma })
      // An empty container can't keep the comma behind its last item.
      guard first == nil, let trailing = items.last?.comma else { return commas }
      return commas.union([trailing])
    }
    var commas = Set(removed.compactMap { items[$0].comma })
    // If the last item has no comma, neither does the one that is the last one now.
    if removed.last == items.count - 1, items.last?.comma == nil,
      let last = items.indices.last(where: { !gone.contains($0) }), let comma = items[last].comma
    {
      commas.insert(comma)
    }
    return commas
  }

  private func isBlank(_ range: Range<Int>, without pieces: [Range<Int>]) -> Bool {
    var offset = range.lowerBound
    for piece in pieces + [range.upperBound..<range.upperBound] {
      guard bytes[offset..<max(offset, piece.lowerBound)].allSatisfy(\.isXMLWhiteSpace) else { return false }
      offset = piece.upperBound
    }
    return true
  }

  /// Joins the pieces that only spaces and tabs separate.
  private func joined(_ pieces: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for piece in pieces {
      if let last = joined.last, bytes.endOfBlanks(from: last.upperBound) >= piece.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        joined.append(piece)
      }
    }
    return joined
  }

  /// Adds the white space to a piece that would be left over.
  private func tidied(_ piece: Range<Int>) -> Range<Int> {
    let (start, end) = (bytes.startOfBlanks(before: piece.lowerBound), bytes.endOfBlanks(from: piece.upperBound))
    let isAtEnd = end < bytes.count && bytes.isLineBreak(end)
    if isAtEnd, bytes.isStartOfLine(start) {
      let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
      return start..<end + (isPair ? 2 : 1)
    }
    if bytes[piece.lowerBound] == UInt8(ascii: ",") { return piece }
    return isAtEnd ? start..<piece.upperBound : piece.lowerBound..<end
  }
}
