#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: CustomStringConvertible {
  /// The value for people, much as JSON writes it, with the keys of dictionaries in order.
  ///
  /// What is nested deeper than ``maximumDepth`` is left out.
  public var description: String { description(depth: 0) }

  private func description(depth: Int) -> String {
    if depth > Self.maximumDepth { return "…" }
    return switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .data(let value): "<\(value.count) bytes>"
    case .date(let value): "<\(value.timeIntervalSinceReferenceDate.spelledAsDate)>"
    case .array(let values): "[\(values.map { $0.description(depth: depth + 1) }.joined(separator: ", "))]"
    case .dictionary(let values): numberText ?? Self.description(values, depth: depth)
    }
  }

  private static func description(_ values: [String: SettingsValue], depth: Int) -> String {
    let entries = values.sorted { $0.key < $1.key }
    let texts = entries.map { "\($0.key.debugDescription): \($0.value.description(depth: depth + 1))" }
    return "{\(texts.joined(separator: ", "))}"
  }
}

extension Double {
  /// The seconds as a date; as seconds, where Foundation would write a wrong date or stop the process.
  fileprivate var spelledAsDate: String {
    abs(self) < 6e10 ? "\(Date(timeIntervalSinceReferenceDate: self))" : "\(self) s since 2001"
  }
}

extension SettingsValue {
  /// The number of characters of a value that an error shows.
  package static let excerptLength = 60

  /// The beginning of the value's description, for errors.
  ///
  /// Takes a time that doesn't grow with the value.
  package var excerpt: String {
    var text = ""
    write(to: &text)
    guard text.count > Self.excerptLength else { return text }
    return text.prefix(Self.excerptLength) + "…"
  }

  /// Appends the description up to where it's long enough.
  private func write(to text: inout String) {
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .data, .date: text += description
    case .string(let value): text += value.beginning.debugDescription
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if text.unicodeScalars.count > Self.excerptLength { return }
        if index > 0 { text += ", " }
        value.write(to: &text)
      }
      text += "]"
    case .dictionary(let values):
      if let numberText {
        text += numberText.beginning
        return
      }
      text += "{"
      for (index, entry) in values.sortedForExcerpt.enumerated() {
        if text.unicodeScalars.count > Self.excerptLength { return }
        if index > 0 { text += ", " }
        text += entry.key.beginning.debugDescription + ": "
        entry.value.write(to: &text)
      }
      text += "}"
    }
  }
}

extension String {
  /// So much of the text that an excerpt is cut after it.
  fileprivate var beginning: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(SettingsValue.excerptLength + 1)))
  }
}

extension [String: SettingsValue] {
  /// The entries in the order of their keys, if there are so few that an excerpt shows them all.
  fileprivate var sortedForExcerpt: [(key: String, value: SettingsValue)] {
    count <= SettingsValue.excerptLength ? sorted { $0.key < $1.key } : Array(prefix(SettingsValue.excerptLength))
  }
}
