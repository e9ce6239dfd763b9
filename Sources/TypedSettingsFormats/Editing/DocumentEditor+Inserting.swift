internal import TypedSettingsCore

extension DocumentEditor {
  /// Inserts members: in order if the names are sorted, else beside the member with the most similar name.
  mutating func insert(_ added: [String: SettingsValue], into outline: DocumentOutline) throws(Unsupported) {
    if outline.isSingleTag { return try replace(outline, with: .dictionary(added)) }
    let added = added.inOrder { $0.key.precedesInBytes($1.key) }
    let chosen = try self.places(for: added.map(\.key), in: outline)
    var places: [Int: [InsertedText]] = [:]
    var style = style
    style.adopt(outline, in: bytes)
    let indentation = indentation(in: outline)
    for ((name, value), place) in zip(added, chosen) {
      if value.spellings != nil { throw Unsupported() }
      let text = try text(named: name, value, style, indentation: indentation)
      places[place, default: []].append(InsertedText(text))
    }
    for (place, texts) in places { insert(texts, at: place, into: outline, style, indentation) }
  }

  /// Inserts elements, which may have a text already, before the element at an index.
  mutating func insert(
    _ added: [(value: SettingsValue, text: InsertedText?)], at place: Int, into outline: DocumentOutline
  ) throws(Unsupported) {
    if outline.isSingleTag { return try replace(outline, with: .array(added.map(\.value))) }
    var style = style
    style.adopt(outline, in: bytes)
    let indentation = indentation(in: outline)
    var texts: [InsertedText] = []
    for (value, moved) in added {
      if let moved {
        texts.append(moved)
      } else {
        texts.append(InsertedText(try text(of: value, style, indentation: indentation)))
      }
    }
    insert(texts, at: place, into: outline, style, indentation)
  }

  /// Replaces a container that consists of one tag.
  private mutating func replace(_ outline: DocumentOutline, with value: SettingsValue) throws(Unsupported) {
    let indentation = self.indentation(ofLineAt: outline.open)
    let text = try text(of: value, style, indentation: indentation)
    edits.append((outline.open..<outline.end, text))
  }

  /// Returns the text of a member in a style.
  private func text(
    named name: String, _ value: SettingsValue, _ style: DocumentStyle, indentation: [UInt8]
  ) throws(Unsupported) -> [UInt8] {
    do throws(SettingsError) {
      return try Syntax.text(ofName: name) + style.separation(indentation: indentation)
        + Syntax.text(of: value, style, indentation: indentation)
    } catch {
      throw Unsupported()
    }
  }

  /// Returns the indices to insert members at.
  private func places(for added: [String], in outline: DocumentOutline) throws(Unsupported) -> [Int] {
    var decoded: [UInt8] = []
    var ranges: [(index: Int, range: Range<Int>)] = []
    for (index, item) in outline.items.enumerated() where !item.isPlain {
      let start = decoded.count
      decoded += try name(of: item).utf8
      ranges.append((index, start..<decoded.count))
    }
    // The names that aren't plain follow below.
    let missing = UnsafeRawBufferPointer(start: nil, count: 0)
    var names = ContiguousArray(outline.items.map { $0.isPlain ? plainName(of: $0) : missing })
    return decoded.withUnsafeBytes { decoded in
      // The names don't outlive the buffers that they're in.
      for (index, range) in ranges { names[index] = UnsafeRawBufferPointer(rebasing: decoded[range]) }
      let isSorted = names.indices.dropFirst().allSatisfy { names[$0 - 1].precedes(names[$0]) }
      // Sorting all names for a few places would take longer than comparing them.
      var siblings = isSorted || added.count <= 16 ? nil : SiblingNames(names)
      return added.map { name in
        Array(name.utf8).withUnsafeBytes { name in
          if isSorted { return names.place(ofSorted: name) }
          return siblings?.place(of: name) ?? Self.place(besideSiblingsOf: name, in: names)
        }
      }
    }
  }

  /// Returns the index behind the last of the names that share the longest prefix with a name, or the end.
  private static func place(
    besideSiblingsOf name: UnsafeRawBufferPointer, in names: ContiguousArray<UnsafeRawBufferPointer>
  ) -> Int {
    var (longest, place) = (0, names.count)
    for (index, other) in names.enumerated() {
      let common = name.commonPrefixLength(with: other, atMost: .max)
      if common >= max(longest, SiblingNames.shortestPrefix) { (longest, place) = (common, index + 1) }
    }
    return place
  }

  /// Returns the indentation of an item.
  private mutating func indentation(in outline: DocumentOutline) -> [UInt8] {
    if let first = outline.items.first { return indentation(ofLineAt: first.start) }
    for comment in Syntax.comments(in: outline.start..<outline.close, of: bytes) {
      let start = bytes.startOfBlanks(before: comment.lowerBound)
      if bytes.isStartOfLine(start) { return bytes.indentation(ofLineFrom: start, to: comment.lowerBound) }
    }
    return indentation(ofLineAt: outline.open) + style.unit
  }
}

// MARK: Places

extension DocumentEditor {
  private mutating func insert(
    _ texts: [InsertedText], at place: Int, into outline: DocumentOutline, _ style: DocumentStyle,
    _ indentation: [UInt8]
  ) {
    let newLine = style.lineBreak + indentation
    if outline.items.isEmpty {
      insertFirst(texts, into: outline, style, indentation)
    } else if place == 0 {
      insert(texts, beforeFirstOf: outline, style, newLine)
    } else {
      insert(texts, behind: place - 1, in: outline, style, newLine)
    }
  }

  private mutating func insert(
    _ texts: [InsertedText], beforeFirstOf outline: DocumentOutline, _ style: DocumentStyle, _ newLine: [UInt8]
  ) {
    let comment = leadingComments(of: 0, in: outline).first?.lowerBound
    let start = comment ?? outline.items[0].start
    var isAtStart = bytes.isStartOfLine(bytes.startOfBlanks(before: start))
    // Without a comma in between, a comment on the same line would belong to the new item.
    let hasLine = isAtStart || comment != nil && Syntax.comma.isEmpty
    var text: [UInt8] = []
    for item in texts {
      if item.needsLine, !isAtStart { text += newLine }
      text += item.before + item.text + Syntax.comma + item.after
      isAtStart = hasLine || item.needsLine
      text += isAtStart ? newLine : Self.space(in: style)
    }
    edits.append((start..<start, text))
  }

  private mutating func insert(
    _ texts: [InsertedText], behind index: Int, in outline: DocumentOutline, _ style: DocumentStyle, _ newLine: [UInt8]
  ) {
    let item = outline.items[index]
    var end = trailingComments(of: index, in: outline).last?.upperBound ?? item.end
    let isLineEnd = isLineEnd(end)
    // If a comma follows the item on its line, the inserted text can't begin with another one.
    if let lead = leadingComma(in: outline), item.comma.map({ $0 >= end }) ?? true {
      let text = texts.flatMap { style.lineBreak + lead + $0.before + $0.text + $0.after }
      edits.append((end..<end, text + (texts.last?.after.isEmpty ?? true || isLineEnd ? [] : newLine)))
      return
    }
    if let comma = item.comma { end = max(end, comma + 1) }
    let needsLine = texts.last?.needsLine ?? false
    if self.isLineEnd(end) {
      if item.comma == nil { edits.append((item.end..<item.end, Syntax.comma)) }
      edits.append((end..<end, joined(texts, style, newLine, hasLines: true, hasComma: item.comma != nil)))
    } else if item.comma == nil {
      let close = needsLine ? style.lineBreak + indentation(ofLineAt: outline.open) : []
      let text = joined(texts, style, newLine, hasLines: false, hasComma: false)
      edits.append((end..<end, Syntax.comma + text + close))
    } else {
      let text = joined(texts, style, newLine, hasLines: false, hasComma: true)
      edits.append((end..<end, text + (needsLine ? newLine : [])))
    }
  }

  private func isLineEnd(_ offset: Int) -> Bool {
    let end = bytes.endOfBlanks(from: offset)
    return end < bytes.count && bytes.isLineBreak(end)
  }

  /// Returns the texts of items with the white space before each, and the commas between them.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - style: The style of the container.
  ///   - newLine: A line break and the indentation of the items.
  ///   - hasLines: Whether each item has a line.
  ///   - hasComma: Whether a comma follows the last item.
  /// - Returns: The texts.
  private func joined(
    _ texts: [InsertedText], _ style: DocumentStyle, _ newLine: [UInt8], hasLines: Bool, hasComma: Bool
  ) -> [UInt8] {
    var joined: [UInt8] = []
    for (index, item) in texts.enumerated() {
      let isOnLine = hasLines || item.needsLine || index > 0 && texts[index - 1].needsLine
      joined += (isOnLine ? newLine : Self.space(in: style)) + item.before + item.text
      if hasComma || index + 1 < texts.count { joined += Syntax.comma }
      joined += item.after
    }
    return joined
  }

  /// Returns the white space between two items on one line, behind their comma.
  private static func space(in style: DocumentStyle) -> [UInt8] {
    style.separator.starts(with: Syntax.comma) ? Array(style.separator.dropFirst(Syntax.comma.count)) : style.separator
  }

  /// Returns the start of a line, including its comma, if the commas of a container are at the start of lines.
  func leadingComma(in outline: DocumentOutline) -> [UInt8]? {
    guard outline.items.count > 1, let comma = outline.items[0].comma else { return nil }
    let start = bytes.startOfBlanks(before: comma)
    let end = bytes.endOfBlanks(from: comma + 1)
    guard bytes.isStartOfLine(start), end == outline.items[1].start, end - start <= DocumentStyle.maximumBlanks else {
      return nil
    }
    return Array(bytes[start..<end])
  }

  /// Inserts items into a container that has none.
  private mutating func insertFirst(
    _ texts: [InsertedText], into outline: DocumentOutline, _ style: DocumentStyle, _ indentation: [UInt8]
  ) {
    let (open, close) = (outline.start, outline.close)
    let newLine = style.lineBreak + indentation
    let outer = self.indentation(ofLineAt: outline.open)
    let comments = Syntax.comments(in: open..<close, of: bytes)
    let hasLines = style.hasLines || !comments.isEmpty || texts.contains { $0.needsLine }
    let all = joined(texts, style, newLine, hasLines: hasLines, hasComma: false)
    // The white space before the first item depends on what it follows.
    let text = Array(all.dropFirst(hasLines ? newLine.count : Self.space(in: style).count))
    if comments.isEmpty {
      edits.append((open..<close, hasLines ? newLine + text + style.lineBreak + outer : text))
      return
    }
    // The comments don't belong to the items, so they're on the line of the bracket, or behind them is a blank line.
    let isBesideBracket = trailingComments(of: -1, in: outline).count == comments.count
    let start = bytes.startOfBlanks(before: close)
    if bytes.isStartOfLine(start) {
      edits.append((start..<start, (isBesideBracket ? [] : style.lineBreak) + indentation + text + style.lineBreak))
    } else {
      let space = (isBesideBracket ? [] : style.lineBreak) + newLine
      edits.append((start..<close, space + text + style.lineBreak + outer))
    }
  }
}

// MARK: Sorted names

extension ContiguousArray<UnsafeRawBufferPointer> {
  /// Returns the index of the first of these sorted names that a name precedes, or the end.
  fileprivate func place(ofSorted name: UnsafeRawBufferPointer) -> Int {
    firstIndex(in: indices) { name.precedes($0) }
  }

  /// Returns the first index in a range whose name meets a condition that all later names meet too, or the end.
  fileprivate func firstIndex(in range: Range<Int>, where condition: (UnsafeRawBufferPointer) -> Bool) -> Int {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      let middle = start + (end - start) / 2
      if condition(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}

/// The names of a dictionary, sorted to find those that share the longest prefix with each of many names.
private struct SiblingNames {
  /// The length of the shortest prefix that names are said to share.
  static let shortestPrefix = 3

  private let sorted: ContiguousArray<UnsafeRawBufferPointer>
  /// The index of each sorted name in the dictionary.
  private let indices: [Int]
  /// The places behind the last of the names in a range of the sorted ones.
  private var places: [Range<Int>: Int] = [:]

  init(_ names: ContiguousArray<UnsafeRawBufferPointer>) {
    indices = names.indices.sorted { names[$0].precedes(names[$1]) }
    sorted = ContiguousArray(indices.map { names[$0] })
  }

  /// Returns the index behind the last of the names that share the longest prefix with a name, or the end.
  mutating func place(of name: UnsafeRawBufferPointer) -> Int {
    // The closer a sorted name is to the place of this one, the longer is the prefix that they share.
    let next = sorted.place(ofSorted: name)
    let neighbors = sorted[max(0, next - 1)..<min(next + 1, sorted.count)]
    let longest = neighbors.map { name.commonPrefixLength(with: $0, atMost: .max) }.max() ?? 0
    guard longest >= Self.shortestPrefix else { return sorted.count }
    func shares(_ other: UnsafeRawBufferPointer) -> Bool {
      name.commonPrefixLength(with: other, atMost: longest) == longest
    }
    let start = sorted.firstIndex(in: 0..<next, where: shares)
    let end = sorted.firstIndex(in: next..<sorted.count) { !shares($0) }
    let siblings = start..<end
    let place = places[siblings] ?? 1 + (indices[siblings].max() ?? sorted.count - 1)
    places[siblings] = place
    return place
  }
}
