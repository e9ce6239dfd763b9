import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// Trees whose values stay in the bytes of their document.
@Suite struct DocumentTreeTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func key(_ domain: Int, _ name: Int) -> SettingsKey {
    SettingsKey(domain: "com.example.\(domain)", name: "name\(name)")
  }

  private func tree(_ text: String, _ layout: DocumentLayout = .domains) throws -> DocumentTree {
    try DocumentTree(of: bytes(text), .json, layout)
  }

  @Test(arguments: 0..<30)
  func `changes to an indexed document are those of a document that was read as a whole`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let layout: DocumentLayout = seed.isMultiple(of: 3) ? .domain("com.example.0") : .domains
    let domainCount = layout == .domains ? 7 : 1
    var start = DocumentTree()
    for domain in 0..<domainCount - domainCount / 3 {
      for name in 0..<generator.number(below: 8) { start[key(domain, name)] = generator.plainValue() }
    }
    if generator.chance(2) { start.others[DocumentTree.schemaName] = "schema.json" }
    let bytes = try DocumentFormat.json.bytes(of: start.document(layout))
    var tree = try DocumentTree(of: bytes, .json, layout)
    var whole = try DocumentTree(DocumentFormat.json.value(of: bytes), layout)
    for _ in 0..<40 {
      let key = key(generator.number(below: domainCount), generator.number(below: 10))
      switch generator.number(below: 12) {
      case 0...4:
        let value = generator.plainValue(depth: 2)
        tree[key] = value
        whole[key] = value
      case 5...8:
        tree[key] = nil
        whole[key] = nil
      case 9: #expect(tree.cachingValue(forKey: key) == whole[key])
      case 10:
        tree.others["other"] = 1
        whole.others["other"] = 1
      default:
        guard generator.chance(10) else { continue }
        // In the other layout, a document has a single domain.
        let added: SettingsValue = layout == .domains ? ["new": ["a": 1], "other": 3] : [:]
        let other = try DocumentTree(added, .domains)
        tree.merge(other)
        whole.merge(other)
      }
      #expect(tree[key] == whole[key])
      expectAgreement(tree, whole, layout)
    }
  }

  @Test func `a long value is decoded once, and stays a value of the document`() throws {
    let text = String(repeating: "x", count: 2_000)
    var tree = try tree(#"{"com.example.0": {"name0": "\#(text)", "name1": 1}}"#)
    #expect(tree.size?.count == 3)
    #expect(tree.cachingValue(forKey: key(0, 1)) == 1)
    #expect(tree.decoded.isEmpty)
    for _ in 0..<2 { #expect(tree.cachingValue(forKey: key(0, 0)) == .string(text)) }
    #expect(tree.decoded == [key(0, 0): .string(text)])
    #expect(tree[key(0, 0)] == .string(text))
    #expect(tree.size?.count == 3)
    let copy = tree
    #expect(copy.hasSameText(forKey: key(0, 0), as: tree))
    tree[key(0, 0)] = 2
    #expect(tree[key(0, 0)] == 2)
    tree[key(0, 0)] = nil
    #expect(tree[key(0, 0)] == nil)
    #expect(tree.cachingValue(forKey: key(0, 0)) == nil)
    #expect(copy[key(0, 0)] == .string(text))
  }

  @Test func `equal texts are equal values`() throws {
    let (old, new) = (
      try tree(#"{"com.example.0": {"name0": [1], "name1": 2, "name2": 3}}"#),
      try tree(#"{"com.example.0": {"name2": 4, "name0": [1], "name1": 2.0}}"#)
    )
    #expect(new.hasSameText(forKey: key(0, 0), as: old))
    #expect(!new.hasSameText(forKey: key(0, 1), as: old))
    #expect(!new.hasSameText(forKey: key(0, 2), as: old))
    #expect(!new.hasSameText(forKey: key(0, 3), as: old))
    var changed = old
    changed[key(0, 0)] = [2]
    #expect(!new.hasSameText(forKey: key(0, 0), as: changed))
    changed[key(0, 0)] = nil
    #expect(!new.hasSameText(forKey: key(0, 0), as: changed))
  }

  @Test func `the length of a document in the layout of a new one is at most the estimate`() throws {
    var generator = SeededGenerator(seed: 44)
    for _ in 0..<500 {
      let text = generator.settingsDocument(peculiar: false)
      let tree = try tree(text)
      let length = try DocumentFormat.json.bytes(of: tree.document(.domains)).count
      #expect(length <= tree.size?.maximumLength ?? 0, "\(text)")
    }
    for number in ["1e15", "-0", "5e-324", "-1.7976931348623157e308", "1E2"] {
      let (length, estimate) = try lengths(ofDocumentWith: Array(repeating: number, count: 50))
      #expect(length <= estimate, "\(number)")
    }
  }

  @Test func `the estimate of a number's length is an upper one for every spelling`() throws {
    var generator = SeededGenerator(seed: 45)
    for _ in 0..<2_000 {
      let numbers = (0..<10).map { _ in generator.numberText() }
      let (length, estimate) = try lengths(ofDocumentWith: numbers)
      #expect(length <= estimate, "\(numbers)")
    }
  }

  @Test(arguments: ["1234567890.12345", "1234", "-0.5", #""text""#, "true", "{}", "[1]", "99999999999999999999"])
  func `the estimate is close to the length of a document, so that one of half the maximum size has room`(
    element: String
  ) throws {
    let (length, estimate) = try lengths(ofDocumentWith: Array(repeating: element, count: 1_000))
    #expect(estimate <= length + length / 2, "\(length) bytes, estimated as \(estimate)")
  }

  /// Returns the length of a document in the layout of a new one, and its estimate.
  private func lengths(ofDocumentWith elements: [String]) throws -> (length: Int, estimate: Int) {
    let tree = try tree(#"{"com.example.0":{"name0":[\#(elements.joined(separator: ","))]}}"#)
    return (
      try DocumentFormat.json.bytes(of: tree.document(.domains)).count, try #require(tree.size).maximumLength
    )
  }
}

extension SeededGenerator {
  /// Returns a number of up to 25 digits before and after the point, with or without an exponent.
  fileprivate mutating func numberText() -> String {
    var text = Bool.random(using: &self) ? "-" : ""
    text += Bool.random(using: &self) ? "0" : digits(first: 1)
    if Bool.random(using: &self) { text += "." + digits(first: 0) }
    if Bool.random(using: &self) {
      let sign = ["", "+", "-"].randomElement(using: &self) ?? ""
      text += "e" + sign + String(Int.random(in: 0...320, using: &self))
    }
    return text
  }

  private mutating func digits(first: Int) -> String {
    let count = Int.random(in: 0...24, using: &self)
    return "\(Int.random(in: first...9, using: &self))"
      + (0..<count).map { _ in "\(Int.random(in: 0...9, using: &self))" }.joined()
  }
}
