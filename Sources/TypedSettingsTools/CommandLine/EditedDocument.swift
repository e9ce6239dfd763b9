internal import TypedSettingsCore
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The settings as a text that a user edits: JSON with comments, in which the settings that aren't set are comments.
struct EditedDocument {
  /// A setting in the text.
  struct Entry {
    let name: String
    /// Lines about the setting.
    let remarks: [String]
    /// The value in effect as JSON.
    fileprivate(set) var value: SettingsValue
    /// A Boolean value that indicates whether the value is stored; otherwise it's in a comment.
    let isSet: Bool
  }

  /// A mistake in the text, at a line and a column.
  struct Mistake {
    let position: TextPosition
    let text: String
  }

  /// A change that the user has made in the text.
  enum Change {
    case set(SettingsValue, at: TextPosition)
    case reset
  }

  private(set) var entries: [Entry]
  let title: String

  init(entries: [Entry], title: String) { (self.entries, self.title) = (entries, title) }

  /// Replaces the value that a setting had before the user's change; returns `false` if it's the same one.
  mutating func rebase(_ name: String, onto value: SettingsValue) -> Bool {
    guard let index = entries.firstIndex(where: { $0.name == name }), entries[index].value != value else {
      return false
    }
    entries[index].value = value
    return true
  }

  /// The text before the user edits it.
  var text: String {
    var lines = [
      "// \(title)",
      "// Save and close this file to apply your changes, all in one step. A setting after // isn't set: it has this",
      "// value by default. Remove the // to set it, and delete a line to return to the default.", "{",
    ]
    for (index, entry) in entries.enumerated() {
      if index > 0 { lines.append("") }
      lines += entry.remarks.map { "  // \($0)".trimmingEnd }
      let member = member(entry).split(separator: "\n", omittingEmptySubsequences: false)
      lines += member.map { entry.isSet ? "  \($0)" : "  // \($0)" }
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func member(_ entry: Entry) -> String {
    let name = SettingsValue.string(entry.name).jsonText
    let value = nilOnFailure { () throws(SettingsError) in
      String(decoding: try DocumentFormat.json.bytes(of: entry.value), as: UTF8.self)
    }
    // A document ends with a line break.
    return "\(name): \((value ?? entry.value.jsonText).trimmingEnd),"
  }

  /// Returns the changes in an edited text by name.
  ///
  /// - Throws: ``Mistakes`` if the text isn't JSON with comments, or has other names.
  func changes(in bytes: [UInt8]) throws(Mistakes) -> [(name: String, change: Change)] {
    var stop = 0
    let tree: SettingsValue
    do throws(SettingsError) { tree = try JSONReader.value(ofCommented: bytes, stoppedAt: &stop) } catch {
      let found = error.place?.found
      let position = found?.position ?? TextPosition(of: stop, in: bytes)
      throw Mistakes(list: [Mistake(position: position, text: found?.sentence ?? error.found)])
    }
    guard case .dictionary(let members) = tree else {
      throw Mistakes(list: [Mistake(position: TextPosition(), text: "expected the settings in braces")])
    }
    let items = DocumentScan(bytes: bytes, format: .json).items
    let places = Dictionary(items.map { ($0.name, $0) }) { _, last in last }
    let known = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    let mistakes = items.filter { known[$0.name] == nil }.map { item in
      let nearest = NearestName.of(item.name, among: entries.map(\.name)).map { " (did you mean \"\($0)\"?)" } ?? ""
      return Mistake(position: TextPosition(of: item.start, in: bytes), text: "no setting has this name\(nearest)")
    }
    if !mistakes.isEmpty { throw Mistakes(list: mistakes) }
    return entries.compactMap { entry in
      guard let value = members[entry.name] else { return entry.isSet ? (entry.name, .reset) : nil }
      if entry.isSet, value == entry.value { return nil }
      let offset = places[entry.name]?.value.lowerBound ?? 0
      return (entry.name, .set(value, at: TextPosition(of: offset, in: bytes)))
    }
  }

  /// The mistakes in a text, in order.
  struct Mistakes: Error {
    let list: [Mistake]
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)])
  }
}
