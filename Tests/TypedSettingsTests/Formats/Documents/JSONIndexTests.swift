import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFormats

/// Documents whose values are decoded when they are requested.
@Suite struct JSONIndexTests {
  private func index(_ text: String, hash: NameHash = .ofProcess) -> JSONIndex? {
    JSONIndex.index(of: Array(text.utf8), domain: nil, reserved: "$schema", hash: hash)
  }

  @Test func `a random document of settings has the values of a document that is read as a whole`() {
    var generator = SeededGenerator(seed: 41)
    var indexed = 0
    for _ in 0..<1_500 {
      if expectIndexAgreement(Array(generator.settingsDocument(peculiar: false).utf8)) { indexed += 1 }
    }
    #expect(indexed == 1_500)
  }

  @Test func `a peculiar document has the values of a document that is read as a whole`() {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<1_500 { expectIndexAgreement(Array(generator.settingsDocument(peculiar: true).utf8)) }
  }

  @Test func `a damaged document has the error of a document that is read as a whole`() {
    var generator = SeededGenerator(seed: 43)
    for round in 0..<2_500 {
      var bytes = Array(generator.settingsDocument(peculiar: round % 2 == 0).utf8)
      let place = generator.number(below: bytes.count)
      switch generator.number(below: 4) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.remove(at: place)
      default: bytes[place] = generator.element(of: Array("0-.e,:\"\\[]{} a/*\n".utf8) + [0x80, 0xC3, 0xFF, 0])
      }
      expectIndexAgreement(bytes)
    }
  }

  @Test(
    arguments: [
      "{}", #"{"d": {}}"#, #"{"d": {"a": 1}}"#, "\u{FEFF}{\"d\": {\"a\": 1}}",
      #"{"$schema": "s", "d": {"$version": 1, "a": 2}}"#, "{\"$schema\": {\"\u{E9}\": 1, \"e\u{301}\": 2}, \"d\": {}}",
      "{\"a\": 1, \"b\": [{\"\u{E9}\": 1, \"e\u{301}\": 1e400}], \"d\": {\"c\": 1e400}}",
      #"{"d": {"a": 1, /* b */ "c": [1, 2,],}, "e": 5, "f": [{}]} // g"#, #"{"d": {"a": {"$number": "1e400"}}}"#,
      #"{"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 3}, "d": {"x": 4}, "e": {"x": 5}}"#,
    ]) func `a document with plain names is indexed`(text: String)
  {
    #expect(expectIndexAgreement(Array(text.utf8)))
  }

  @Test(
    arguments: [
      "[]", "1", "", "{", #"{"d": {"a": 1}} 2"#, #"{"d": {"a": 1, "a": 2}}"#, #"{"d": {}, "d": {}}"#,
      #"{"d": {"a": {"b": 1, "b": 2}}}"#, #"{"d": {"é": 1}}"#, #"{"d": {"\u0061": 1}}"#, #"{"d": {"a": {"é": 1}}}"#,
      #"{"$number": "1e400"}"#, #"{"d": {"$number": "1e400"}}"#, #"{"d": {"$spellings": ["é", 1, "é", 2]}}"#,
      #"{"d": {"a": 01}}"#, #"{"d": {"a": 1,, "b": 2}}"#, #"{,}"#, #"{"d": {"a": [,]}}"#, #"{"d": {"a": "\x"}}"#,
    ]) func `a document that is malformed or peculiar isn't indexed`(text: String)
  {
    #expect(!expectIndexAgreement(Array(text.utf8)))
  }

  @Test(arguments: [61, 62, 63, 64, 65]) func `a value as deep as the limit is read`(levels: Int) {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let value = String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
      expectIndexAgreement(Array(#"{"d": {"a": \#(value)}}"#.utf8))
    }
  }

  @Test func `an object of many names is indexed unless two are the same`() {
    let names = (0..<50).map { #""name\#($0)": \#($0)"# }
    #expect(expectIndexAgreement(Array(#"{"d": {"a": {\#(names.joined(separator: ","))}}}"#.utf8)))
    #expect(!expectIndexAgreement(Array(#"{"d": {"a": {\#((names + names[7...7]).joined(separator: ","))}}}"#.utf8)))
  }

  @Test func `a name outside ASCII finds the name that is canonically equivalent`() {
    var index = index(#"{"d": {"K": 1, ";": 2, "`": 3, "Kelvin": 4}, "K": {"a": 5}}"#)
    for (domain, name, value) in [
      ("d", "\u{212A}", 1), ("d", "\u{37E}", 2), ("d", "\u{1FEF}", 3), ("d", "\u{212A}elvin", 4), ("\u{212A}", "a", 5),
    ] as [(String, String, SettingsValue)] {
      #expect(index?.entry(named: name, inDomain: domain).flatMap { index?.value(of: $0) } == value)
    }
    #expect(index?.entry(named: "\u{E9}", inDomain: "d") == nil)
    index = self.index(#"{"d": {}}"#)
    #expect(index?.entry(named: "\u{212A}", inDomain: "d") == nil)
  }

  @Test func `no other character outside ASCII is equivalent to ASCII`() {
    let ascii = Set((0..<0x80 as Range<UInt8>).map { String(Unicode.Scalar($0)) })
    let scalars = (0x80...0x10FFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }
    let equivalent = scalars.filter { ascii.contains(String($0)) }
    #expect(equivalent == scalars.filter { String($0).equivalentASCII != nil })
    for scalar in equivalent { #expect(String(scalar).equivalentASCII == String(scalar)) }
  }

  @Test(arguments: [0, 1, 2, 3, 21_845]) func `a document that fills two thirds of the table is indexed`(count: Int) {
    let members = (0..<count).map { #""name\#($0)":\#($0)"# }
    // The first digits of pi. Few random seeds have so many collisions that a document is read as a whole instead.
    let hash = NameHash(first: 0x243F_6A88_85A3_08D3, second: 0x1319_8A2E_0370_7345)
    let index = index(#"{"d":{\#(members.joined(separator: ","))}}"#, hash: hash)
    #expect(index != nil)
    for number in 0..<count {
      let value = index?.entry(named: "name\(number)", inDomain: "d").flatMap { index?.value(of: $0) }
      guard value != .integer(Int64(number)) else { continue }
      Issue.record("name\(number)")
    }
    #expect(index?.entry(named: "name\(count)", inDomain: "d") == nil)
    #expect(index?.entry(named: "", inDomain: "d") == nil)
  }

  @Test func `names with the same hash are told apart while there are few of them`() {
    // Without a factor, the hash of eight bytes contains them in order, and the last ones differ in the tag only.
    let hash = NameHash(first: 0, second: 0)
    func document(_ count: Int) -> String {
      let members = (0..<count).map { #""name\#(1_000 + $0 % 10)\#($0)": \#($0)"# }
      return #"{"d": {\#(members.joined(separator: ","))}}"#
    }
    let few = index(document(100), hash: hash)
    #expect(few != nil)
    for number in 0..<100 {
      let entry = few?.entry(named: "name\(1_000 + number % 10)\(number)", inDomain: "d")
      #expect(entry.flatMap { few?.value(of: $0) } == .integer(Int64(number)))
    }
    let many = index(#"{"d": {\#((0..<700).map { #""same\#(1_000 + $0)": 0"# }.joined(separator: ","))}}"#, hash: hash)
    #expect(many == nil)
  }
}
