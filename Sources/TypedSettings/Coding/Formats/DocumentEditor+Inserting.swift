extension DocumentEditor {
  /// Inserts members: in order if the names are sorted, else beside the member with the most similar name.
  mutating func insert(_ added: [String: SettingsValue], into outline: DocumentOutline) throws(Unsupported) {
    if outline.isSingleTag { return try replace(outline, with: .dictionary(added)) }
    var names: [String] = []
    for item in outline.items { names.append(try name(of: item)) }
    let isSorted = zip(names, names.dropFirst()).allSatisfy { $0.precedesInBytes($1) }
    var places: [Int: [[UInt8]]] = [:]
    var style = style
    style.adopt(outline, in: bytes)
    let indentation = indentation(in: outline)
    for (name, value) in added.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      if value.spellings != nil { throw Unsupported() }
      let text = try text(named: name, value, style, indentation: indentation)
      let place =
        isSorted
        ? names.firstIndex { name.precedesInBytes($0) } ?? names.count
        : Self.place(besideSiblingsOf: name, in: names)
      places[place, default: []].append(text)
    }
    for (place, texts) in places { insert(texts, at: place, into: outline, style, indentation) }
  }

  /// Inserts elements before the element at an index.
  mutating func insert(_ added: [SettingsValue], at place: Int, into outline: DocumentOutline) throws(Unsupported) {
    if outline.isSingleTag { return try replace(outline, with: .array(added)) }
    var style = style
    style.adopt(outline, in: bytes)
    let indentation = indentation(in: outline)
    var texts: [[UInt8]] = []
    for value in added { texts.append(try text(of: value, style, indentation: indentation)) }
    insert(texts, at: place, into: outline, style, indentation)
  }

  /// Replaces a container that consists of one tag.
  private mutating func replace(_ outline: DocumentOutline, with value: SettingsValue) throws(Unsupported) {
    let text = try text(of: value, style, indentation: bytes.indentation(ofLineAt: outline.open))
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

  /// Returns the index behind the last of the names that share the longest prefix with a name, or the end.
  private static func place(besideSiblingsOf name: String, in names: [String]) -> Int {
    var (longest, place) = (2, names.count)
    for (index, other) in names.enumerated() {
      let common = zip(name.utf8, other.utf8).prefix { $0 == $1 }.count
      if common >= max(longest, 3) { (longest, place) = (common, index + 1) }
    }
    return place
  }

  /// Returns the indentation of an item.
  private func indentation(in outline: DocumentOutline) -> [UInt8] {
    if let first = outline.items.first { return bytes.indentation(ofLineAt: first.start) }
    for comment in Syntax.comments(in: outline.start..<outline.close, of: bytes) {
      let start = bytes.startOfBlanks(before: comment.lowerBound)
      if bytes.isStartOfLine(start) { return Array(bytes[start..<comment.lowerBound]) }
    }
    return bytes.indentation(ofLineAt: outline.open) + style.unit
  }
}

// MARK: Places

extension DocumentEditor {
  private mutating func insert(
    _ texts: [[UInt8]], at place: Int, into outline: DocumentOutline, _ style: DocumentStyle, _ indentation: [UInt8]
  ) {
    let newLine = style.lineBreak + indentation
    if outline.items.isEmpty {
      insertFirst(texts, into: outline, style, indentation)
    } else if place == 0 {
      let comment = leadingComments(of: 0, in: outline).first?.lowerBound
      let start = comment ?? outline.items[0].start
      // Without a comma in between, a comment on the same line would belong to the new item.
      let hasLine =
        bytes.isStartOfLine(bytes.startOfBlanks(before: start)) || comment != nil && Syntax.comma.isEmpty
      let text = texts.flatMap { $0 + (hasLine ? Syntax.comma + newLine : style.separator) }
      edits.append((start..<start, text))
    } else {
      insert(texts, behind: place - 1, in: outline, style, newLine)
    }
  }

  private mutating func insert(
    _ texts: [[UInt8]], behind index: Int, in outline: DocumentOutline, _ style: DocumentStyle, _ newLine: [UInt8]
  ) {
    let item = outline.items[index]
    var end = trailingComments(of: index, in: outline).last?.upperBound ?? item.end
    if let lead = leadingComma(in: outline) {
      edits.append((end..<end, texts.flatMap { style.lineBreak + lead + $0 }))
      return
    }
    if let comma = item.comma { end = max(end, comma + 1) }
    let rest = bytes.endOfBlanks(from: end)
    if rest < bytes.count, bytes.isLineBreak(rest) {
      if item.comma == nil { edits.append((item.end..<item.end, Syntax.comma)) }
      let text = texts.map { newLine + $0 }.joined(separator: Syntax.comma)
      edits.append((end..<end, text + (item.comma == nil ? [] : Syntax.comma)))
    } else if item.comma == nil {
      edits.append((end..<end, texts.flatMap { style.separator + $0 }))
    } else {
      let space = style.separator.dropFirst()
      edits.append((end..<end, texts.flatMap { space + $0 + Syntax.comma }))
    }
  }

  /// Returns the start of a line, including its comma, if the commas of a container are at the start of lines.
  func leadingComma(in outline: DocumentOutline) -> [UInt8]? {
    guard outline.items.count > 1, let comma = outline.items[0].comma else { return nil }
    let start = bytes.startOfBlanks(before: comma)
    let end = bytes.endOfBlanks(from: comma + 1)
    guard bytes.isStartOfLine(start), end == outline.items[1].start else { return nil }
    return Array(bytes[start..<end])
  }

  /// Inserts items into a container that has none.
  private mutating func insertFirst(
    _ texts: [[UInt8]], into outline: DocumentOutline, _ style: DocumentStyle, _ indentation: [UInt8]
  ) {
    let (open, close) = (outline.start, outline.close)
    let newLine = style.lineBreak + indentation
    let outer = bytes.indentation(ofLineAt: outline.open)
    let comments = Syntax.comments(in: open..<close, of: bytes)
    let hasLines = style.hasLines || !comments.isEmpty
    let text = Array(texts.joined(separator: hasLines ? Syntax.comma + newLine : style.separator))
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
