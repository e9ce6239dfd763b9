import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// A file of a program, with a setting to change.
struct SettingsFile: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var path: [String]
  let value: SettingsValue
  var testDescription: String { name }

  init(
    _ name: String, at path: [String], to value: SettingsValue, lineBreak: String = "\n", hasMark: Bool = false,
    _ text: String
  ) {
    (self.name, self.path, self.value) = (name, path, value)
    self.text = (hasMark ? "\u{FEFF}" : "") + text.replacing("\n", with: lineBreak)
  }

  /// Returns the document with a change at the path.
  func edited(_ change: DocumentChange) throws -> String {
    let format = try #require(DocumentFormat.detect(Array(text.utf8)))
    var change = change
    for name in path.reversed() { change = .members([name: change]) }
    guard case .members(let changes) = change else { return text }
    let bytes = try #require(format.edited(Array(text.utf8), applying: changes))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the value at the path in a document.
  func value(in text: String) throws -> SettingsValue? {
    let format = try #require(DocumentFormat.detect(Array(text.utf8)))
    return try path.reduce(Optional(format.value(of: Array(text.utf8)))) { value, name in
      if case .dictionary(let members)? = value { members[name] } else { nil }
    }
  }
}

/// The changes that version control shows after a save.
struct SettingsFileTests {
  private static let files = SettingsFile.editors + SettingsFile.programs + SettingsFile.propertyLists

  /// Returns the lines of a text with their line breaks.
  private func lines(_ text: String) -> [String] {
    var (lines, line): ([String], [UInt8]) = ([], [])
    for byte in text.utf8 {
      if line.last == 0x0A || line.last == 0x0D && byte != 0x0A {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      }
      line.append(byte)
    }
    return lines + [String(decoding: line, as: UTF8.self)]
  }

  /// Returns the numbers of lines that a change adds and removes, as `git diff --numstat` counts them.
  private func difference(from old: String, to new: String) -> (added: Int, removed: Int) {
    let difference = lines(new).difference(from: lines(old))
    return (difference.insertions.count, difference.removals.count)
  }

  @Test func `there are fifty files`() { #expect(Self.files.count == 50) }

  @Test(arguments: files) func `one changed setting is one changed line`(file: SettingsFile) throws {
    let new = try file.edited(.value(file.value))
    let difference = difference(from: file.text, to: new)
    #expect(difference == (1, 1), "\(new)")
    #expect(try file.value(in: new) == file.value)
    #expect(try file.edited(.value(try file.value(in: file.text))) == file.text)
  }

  @Test(arguments: files) func `a removed setting changes no other line, but for a comma`(file: SettingsFile) throws {
    let new = try file.edited(.value(nil))
    let (added, removed) = difference(from: file.text, to: new)
    #expect(added <= 1 && removed >= 1, "\(new)")
    #expect(try file.value(in: new) == nil)
  }

  @Test(arguments: files) func `a new setting changes no other line, but for a comma`(file: SettingsFile) throws {
    var sibling = file
    sibling.path[sibling.path.count - 1] = "zzz"
    let new = try sibling.edited(.value(1))
    let (added, removed) = difference(from: file.text, to: new)
    #expect(removed <= 1 && added <= removed + 2, "\(new)")
    #expect(try sibling.value(in: new) == 1)
    // The comma stays, or goes with the setting that it was for.
    let back = try SettingsFile(sibling.name, at: sibling.path, to: 1, new).edited(.value(nil))
    #expect(back == file.text)
  }
}
