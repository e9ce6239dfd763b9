import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Random lists with comments, edited again and again.
///
/// `DOCUMENTS=1000 swift test --filter ListEditModelTests` tries as many of each kind; by default, it's 250.
struct ListEditModelTests {
  /// A list in a document, whose elements are numbered.
  private struct Subject {
    let format: DocumentFormat
    var bytes: [UInt8]
    var elements: [Int]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var model: DocumentModel { DocumentModel(bytes, format) }

    /// Returns the elements of the list that the comments of elements are beside, by the text of the comment.
    func owners(in list: DocumentModel.Container) -> [String: CommentOwner] {
      let ends = [list.contents.lowerBound] + list.items.map(\.value.upperBound)
      let starts = list.items.map(\.start) + [list.contents.upperBound]
      var owners: [String: CommentOwner] = [:]
      for (range, text) in model.comments {
        guard let owner = text.owner,
          let gap = ends.indices.first(where: { ends[$0] <= range.lowerBound && range.upperBound <= starts[$0] })
        else { continue }
        let index = owner.isBefore ? gap : gap - 1
        if elements.indices.contains(index) {
          owners[text] = CommentOwner(isBefore: owner.isBefore, element: elements[index])
        }
      }
      return owners
    }
  }

  /// Returns the spelling of an element, which the writer wouldn't use, and its value.
  static func spelling(_ element: Int, _ format: DocumentFormat) -> (text: String, value: SettingsValue) {
    let number = Int64(element)
    let isJSON = format == .json
    switch element % 4 {
    case 0: return (isJSON ? "\(number)" : "<integer>+\(number)</integer>", .integer(number))
    case 1: return (isJSON ? "\(number).50" : "<real> \(number).50 </real>", .double(Double(number) + 0.5))
    case 2: return (isJSON ? "\"\\u0061\(number)\"" : "<string>&#97;\(number)</string>", .string("a\(number)"))
    default:
      let value: SettingsValue = ["id": .integer(number), "on": true]
      return isJSON
        ? ("{ \"id\" : \(number) /* in */,\"on\":true, }", value)
        : ("<dict><key>id</key> <integer>\(number)</integer><!-- in --><key>on</key><true /></dict>", value)
    }
  }

  /// Returns a document with a list whose comments name the element that they belong to.
  private static func subject(
    _ format: DocumentFormat, repeats: Bool, using generator: inout SeededGenerator
  ) -> Subject {
    let isJSON = format == .json
    let lineBreak = ["\n", "\r\n"][generator.number(below: 2)]
    let isOnLines = !generator.chance(4)
    let isLeading = isJSON && isOnLines && generator.chance(8)
    let hasTrailingComma = generator.chance(3)
    let elements = (0..<generator.number(below: 9)).map { repeats ? generator.number(below: 4) : $0 }
    var serial = 0
    func comment(_ owner: String, isEndOfLine: Bool = false) -> String {
      serial += 1
      let text = "@\(owner)|\(serial), ]"
      if !isJSON { return "<!--\(text)-->" }
      return isEndOfLine && generator.chance(2) ? "//\(text)" : "/*\(text)*/"
    }
    var list = isJSON ? "[" : "<array>"
    if isOnLines, generator.chance(5) { list += lineBreak + "    " + comment("-", isEndOfLine: true) + lineBreak }
    for (index, element) in elements.enumerated() {
      let comma = !isJSON || index == elements.count - 1 && !hasTrailingComma ? "" : ","
      if isOnLines {
        list += lineBreak
        let isBehindComma = isLeading && index > 0
        if !isBehindComma, generator.chance(3) {
          list += "    " + comment("b\(element)", isEndOfLine: true) + lineBreak
        }
        list += isBehindComma ? "  , " : "    "
      } else if index > 0 {
        list += " "
      }
      list += spelling(element, format).text
      if isLeading {
        if repeats || generator.chance(2) { list += " " + comment("a\(element)") }
      } else if isOnLines, generator.chance(2) {
        list += comma + " " + comment("a\(element)", isEndOfLine: true)
      } else {
        if repeats || generator.chance(3) { list += " " + comment("a\(element)") }
        list += comma
      }
    }
    if isOnLines {
      list += lineBreak
      if generator.chance(5) { list += lineBreak + "    " + comment("-", isEndOfLine: true) + lineBreak }
      list += "  "
    }
    list += isJSON ? "]" : "</array>"
    let text =
      isJSON
      ? "{\(lineBreak)  \"first\": 1.0, // head\(lineBreak)  \"list\": \(list),\(lineBreak)  \"z\": { } /* end */ }"
      : "<plist>\(lineBreak)<dict>\(lineBreak)  <key>list</key>\(lineBreak)  \(list) <!-- end -->\(lineBreak)"
        + "</dict></plist>"
    return Subject(format: format, bytes: Array(text.utf8), elements: elements)
  }

  /// Returns the elements after a few random changes.
  private static func changed(
    _ elements: [Int], repeats: Bool, next: inout Int, using generator: inout SeededGenerator
  ) -> [Int] {
    var new = elements
    func make() -> Int {
      next += 1
      return repeats ? generator.number(below: 4) : next
    }
    for _ in 0...generator.number(below: 3) {
      let place = generator.number(below: new.count + 1)
      switch generator.number(below: 6) {
      case 0, 1: new.insert(make(), at: place)
      case 2 where place < new.count: new.remove(at: place)
      case 3 where place < new.count:
        let element = new.remove(at: place)
        new.insert(element, at: generator.number(below: new.count + 1))
      case 4 where place < new.count: new[place] = make()
      case 5 where generator.chance(4): new.reverse()
      default: new.append(make())
      }
    }
    return new
  }

  private func check(_ new: Subject, after old: Subject) throws {
    func what() -> Comment { "\(old.elements) to \(new.elements)\n\(old.text)\n----\n\(new.text)" }
    let values = SettingsValue.array(new.elements.map { Self.spelling($0, new.format).value })
    try #require(try new.format.value(of: new.bytes)["list"]?.withoutNotation == values, what())
    let (before, after) = (old.model, new.model)
    let (oldList, list) = (try #require(before.container("/list")), try #require(after.container("/list")))
    try #require(new.bytes.starts(with: old.bytes[..<oldList.range.lowerBound]), what())
    try #require(new.bytes[list.range.upperBound...] == old.bytes[oldList.range.upperBound...], what())
    func count(_ element: Int, in elements: [Int]) -> Int { elements.filter { $0 == element }.count }
    for element in Set(new.elements) {
      let kept = zip(new.elements, list.items).filter { other, item in
        other == element && new.bytes[item.value].elementsEqual(Self.spelling(element, new.format).text.utf8)
      }
      try #require(kept.count >= min(count(element, in: old.elements), count(element, in: new.elements)), what())
    }
    let owners = new.owners(in: list)
    let texts = before.comments.map(\.text).filter { $0.contains("@") }
    let remaining = after.comments.map(\.text).filter { $0.contains("@") }
    try #require(Set(remaining).count == remaining.count, what())
    // A comment of no element stays.
    for text in texts where text.owner == nil { try #require(remaining.contains(text), what()) }
    for owner in Set(texts.compactMap(\.owner)) {
      let own = texts.filter { $0.owner == owner }
      // With each removed element, its comment may go; if the element has changed, the comment may stay.
      let gone = own.filter { owners[$0] != owner }.count
      let removed = max(0, count(owner.element, in: old.elements) - count(owner.element, in: new.elements))
      try #require(gone <= removed, what())
    }
  }

  private func run(_ format: DocumentFormat, repeats: Bool, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var subject = Self.subject(format, repeats: repeats, using: &generator)
    try check(subject, after: subject)
    var next = 100
    for _ in 0..<6 {
      var new = subject
      new.elements = Self.changed(subject.elements, repeats: repeats, next: &next, using: &generator)
      let value = SettingsValue.array(new.elements.map { Self.spelling($0, format).value })
      let edited = format.edited(subject.bytes, applying: ["list": .value(value)])
      new.bytes = try #require(edited, "\(subject.elements) to \(new.elements)\n\(subject.text)")
      try check(new, after: subject)
      // New elements are spelled as the writer does, and comments of changed ones name the old ones.
      let list = try #require(new.model.container("/list"))
      let owners = new.owners(in: list)
      for (element, item) in zip(new.elements, list.items).reversed() {
        new.bytes.replaceSubrange(item.value, with: Self.spelling(element, format).text.utf8)
      }
      for (text, owner) in owners where text.owner != owner {
        new.bytes = Array(new.text.replacing(text, with: text.owned(by: owner)).utf8)
      }
      subject = new
    }
  }

  private static let seeds = 0..<(ProcessInfo.processInfo.environment["DOCUMENTS"].flatMap { Int($0) } ?? 120)

  @Test(arguments: seeds, [false, true])
  func `an element of a JSON list keeps its bytes and comments wherever it goes`(seed: Int, repeats: Bool) throws {
    try run(.json, repeats: repeats, seed: seed)
  }

  @Test(arguments: seeds, [false, true])
  func `an element of an XML list keeps its bytes and comments wherever it goes`(seed: Int, repeats: Bool) throws {
    try run(.xmlPropertyList, repeats: repeats, seed: seed)
  }
}

/// The element that a comment names.
private struct CommentOwner: Hashable {
  let isBefore: Bool
  let element: Int
}

extension String {
  fileprivate var owner: CommentOwner? {
    guard let start = firstIndex(of: "@"), let end = self[start...].firstIndex(of: "|") else { return nil }
    let name = self[index(after: start)..<end]
    guard let element = Int(name.dropFirst()) else { return nil }
    return CommentOwner(isBefore: name.first == "b", element: element)
  }

  /// Returns a comment that names another element.
  fileprivate func owned(by owner: CommentOwner) -> String {
    guard let start = firstIndex(of: "@"), let end = self[start...].firstIndex(of: "|") else { return self }
    return "\(self[...start])\(owner.isBefore ? "b" : "a")\(owner.element)\(self[end...])"
  }
}
