#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: CustomStringConvertible {
  /// A textual representation of the value, similar to JSON, with sorted dictionary keys.
  ///
  /// Values that are nested deeper than ``maximumDepth`` are omitted.
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
    case .date(let value): "<\(value.timeIntervalSinceReferenceDate.dateDescription)>"
    case .array(let values): "[\(values.map { $0.description(depth: depth + 1) }.joined(separator: ", "))]"
    case .dictionary(let values):
      numberText ?? refusedText?.debugDescription ?? unreadableText ?? Self.description(values, depth: depth)
    }
  }

  private static func description(_ values: [String: SettingsValue], depth: Int) -> String {
    let entries = values.inOrder { $0.key < $1.key }
    let texts = entries.map { "\($0.key.debugDescription): \($0.value.description(depth: depth + 1))" }
    return "{\(texts.joined(separator: ", "))}"
  }
}

extension Double {
  /// The date that is this many seconds after the reference date.
  ///
  /// Dates that Foundation would format incorrectly or that would make it crash are shown in seconds.
  fileprivate var dateDescription: String {
    abs(self) < 6e10 ? "\(Date(timeIntervalSinceReferenceDate: self))" : "\(self) s since 2001"
  }
}

extension SettingsValue {
  /// The maximum number of characters of a value that an error shows.
  package static let excerptLength = 60

  /// The beginning of the value's description, for errors.
  ///
  /// - Complexity: O(1).
  package var excerpt: String {
    var text = ""
    write(to: &text)
    guard text.count > Self.excerptLength else { return text }
    return text.prefix(Self.excerptLength) + "…"
  }

  /// Appends the description until the text exceeds the length of an excerpt.
  private func write(to text: inout String) {
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .data, .date: text += description
    case .string(let value): text += value.excerptPrefix.debugDescription
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
        text += numberText.excerptPrefix
        return
      }
      if let refusedText {
        text += refusedText.excerptPrefix.debugDescription
        return
      }
      if let unreadableText {
        text += unreadableText.excerptPrefix
        return
      }
      text += "{"
      for (index, entry) in values.sortedForExcerpt.enumerated() {
        if text.unicodeScalars.count > Self.excerptLength { return }
        if index > 0 { text += ", " }
        text += entry.key.excerptPrefix.debugDescription + ": "
        entry.value.write(to: &text)
      }
      text += "}"
    }
  }
}

extension String {
  /// The prefix that is sufficient for an excerpt, plus one character to detect truncation.
  fileprivate var excerptPrefix: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(SettingsValue.excerptLength + 1)))
  }
}

extension [String: SettingsValue] {
  /// The entries sorted by key, or an unsorted prefix if an excerpt can't show all of them.
  fileprivate var sortedForExcerpt: [(key: String, value: SettingsValue)] {
    count <= SettingsValue.excerptLength ? sorted { $0.key < $1.key } : Array(prefix(SettingsValue.excerptLength))
  }
}
