#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension CommandLineSettingsStore {
  /// Returns the help text for the options of settings, in declaration order.
  ///
  /// ```
  ///   -p, --port <integer>  The port that clients connect to. (default: 6800)
  ///   --theme <choice>      (one of: automatic, light, dark; default: automatic)
  ///   -v, --[no-]verbose    Whether every request is logged. (default: false)
  /// ```
  ///
  /// A setting is listed under the option names of its declaration or, without such names, under the words of its key.
  /// Its documentation, choices, other rules and default follow. The default of a secret isn't shown. Transient
  /// settings, and secrets that the store ignores, aren't listed.
  ///
  /// - Parameters:
  ///   - groups: The settings groups of the program, including their nested groups.
  ///   - width: The number of characters to wrap lines at; a single word can be longer. Explanations have at least 20
  ///     characters of room, however small the width is.
  /// - Returns: The lines, each terminated by a line feed.
  public func helpText(for groups: any SettingsGroup..., width: Int = 80) -> String {
    var table = CommandLineHelp(width: width)
    for setting in servedSettings(of: groups) {
      guard let member = options(of: setting).first else { continue }
      if case .refused = member.kind { continue }
      table.append(option: Self.usage(of: setting, member), explanation: Self.explanation(of: setting))
    }
    return table.text
  }

  /// Returns the names of an option, short ones first, and its placeholder.
  private static func usage(of setting: any Setting, _ member: CommandLineSetting) -> String {
    let names = member.names.prefix(max(1, member.ownNameCount))
    let isShort = { (name: String) in !name.hasPrefix("--") }
    let ordered = names.filter(isShort) + names.filter { !isShort($0) }
    guard let placeholder = CommandLinePlaceholder(of: setting).text else {
      return ordered.map { isShort($0) ? $0 : "--[no-]\($0.dropFirst(2))" }.joined(separator: ", ")
    }
    return "\(ordered.joined(separator: ", ")) \(placeholder)"
  }

  private static func explanation(of setting: any Setting) -> String {
    var notes: [String] = []
    let validation = setting.namedValidation
    if let choices = validation?.choices {
      notes.append("one of: \(choices.map(displayText).joined(separator: ", "))")
    } else if let validation {
      notes.append(validation.message)
    }
    let defaultValue = setting.inspect().defaultValue.map(setting.named)
    if let text = defaultValue.map(displayText), !setting.traits.contains(.secret), !text.isEmpty {
      notes.append("default: \(text)")
    }
    let note = notes.isEmpty ? nil : "(\(notes.joined(separator: "; ")))"
    return [setting.documentation ?? setting.title, note].compactMap(\.self).joined(separator: " ")
  }

  /// Returns a value as it's typed, or an empty string for a value that has no useful text.
  private static func displayText(of value: SettingsValue) -> String {
    let text =
      switch value {
      case .string(let string): string
      case .date(let date): TimestampText.text(of: date) ?? ""
      case .null, .array([]), .dictionary([:]), .data: ""
      default: "\(value)"
      }
    return text.count > 60 ? "\(text.prefix(59))…" : text
  }
}

/// A table of options and their explanations.
private struct CommandLineHelp {
  private static let indent = 2
  private static let gap = 2
  private static let maximumOptionWidth = 32

  private let width: Int
  private var rows: [(option: String, explanation: String)] = []

  init(width: Int) { self.width = width }

  mutating func append(option: String, explanation: String) { rows.append((option, explanation)) }

  /// The text of the table; if an option is too wide for its column, its explanation starts on the next line.
  var text: String {
    let widths = rows.map(\.option.count).filter { $0 <= Self.maximumOptionWidth }
    let column = Self.indent + (widths.max() ?? Self.maximumOptionWidth) + Self.gap
    let margin = String(repeating: " ", count: column)
    var text = ""
    for (option, explanation) in rows {
      let start = String(repeating: " ", count: Self.indent) + option
      let lines = Self.lines(of: explanation, width: max(column + 20, width) - column)
      guard let first = lines.first else {
        text += "\(start)\n"
        continue
      }
      let isAlone = start.count + Self.gap > column
      text += isAlone ? "\(start)\n" : start + String(repeating: " ", count: column - start.count) + "\(first)\n"
      for line in isAlone ? lines[...] : lines.dropFirst() { text += "\(margin)\(line)\n" }
    }
    return text
  }

  /// Returns a text wrapped at word boundaries.
  private static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// The placeholder for the value of an option in help text.
struct CommandLinePlaceholder {
  /// The text, such as `<integer>`, or `nil` for a Boolean setting, whose option takes no value.
  let text: String?

  /// Creates the placeholder of a setting.
  init(of setting: any Setting) {
    let type = (setting.valueType as? any OptionalValue.Type)?.wrappedType ?? setting.valueType
    if let name = Self.name(of: type, encodedAs: setting.inspect().defaultValue, choices: setting.validation?.choices) {
      text = "<\(name)>"
    } else {
      text = nil
    }
  }

  private static func name(of type: Any.Type, encodedAs value: SettingsValue?, choices: [SettingsValue]?) -> String? {
    if type == Bool.self { return nil }
    if choices != nil { return "choice" }
    if type is any BinaryInteger.Type { return "integer" }
    if type is any BinaryFloatingPoint.Type || type == Decimal.self { return "number" }
    if type == Date.self { return "date" }
    if type == URL.self { return "url" }
    if type == UUID.self { return "uuid" }
    if type == Data.self { return "base64" }
    switch value {
    case .array, .dictionary: return "json"
    case .integer, .unsigned: return "integer"
    case .double: return "number"
    case .date: return "date"
    case .bool, .string, .data, .null, nil: return type is any StringProtocol.Type ? "text" : "value"
    }
  }
}
