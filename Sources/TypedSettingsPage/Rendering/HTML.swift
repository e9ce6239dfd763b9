/// A part of an HTML document, in which all text is escaped.
struct HTML: Hashable, Sendable {
  private(set) var source = ""

  /// No content.
  static let empty = HTML()

  /// The elements without content and end tag.
  private static let voidElements: Set = ["input", "link", "meta", "br"]

  /// A line feed, which a parser drops at the beginning of a text area.
  static let lineFeed = HTML(source: "\n")

  /// Returns text.
  static func text(_ text: String) -> HTML { HTML(source: escaped(text)) }

  /// Returns an element.
  ///
  /// - Parameters:
  ///   - name: The name of the element.
  ///   - attributes: The attributes; one with `nil` is left out.
  ///   - content: The content.
  /// - Returns: The element.
  static func element(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ content: HTML...) -> HTML {
    element(name, attributes, content)
  }

  /// Returns an element with a list of contents.
  static func element(_ name: String, _ attributes: KeyValuePairs<String, String?>, _ content: [HTML]) -> HTML {
    element(name, attributes: attributes.map { ($0.key, $0.value) }, content)
  }

  /// Returns an element with a list of attributes and a list of contents.
  static func element(_ name: String, attributes: [(String, String?)], _ content: [HTML] = []) -> HTML {
    var source = "<\(name)"
    for case (let name, let value?) in attributes { source += " \(name)=\"\(escaped(value))\"" }
    source += ">"
    if voidElements.contains(name) { return HTML(source: source) }
    for part in content { source += part.source }
    source += "</\(name)>"
    return HTML(source: source)
  }

  /// Returns contents one after the other.
  static func all(_ content: [HTML]) -> HTML { HTML(source: content.map(\.source).joined()) }

  /// Returns a document.
  static func document(_ content: HTML...) -> HTML {
    HTML(source: "<!doctype html>\n<html lang=\"en\">\(content.map(\.source).joined())</html>\n")
  }

  private static func escaped(_ text: String) -> String {
    let special: Set<UInt8> = [0x26, 0x3C, 0x3E, 0x22, 0x27, 0x00]
    if !text.utf8.contains(where: special.contains) { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // A parser refuses the character zero.
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The attribute that is on if it's there, such as `checked`.
func flag(_ isOn: Bool) -> String? { isOn ? "" : nil }

/// Returns the identifier of an element.
///
/// An identifier can't contain spaces, and those in a list of identifiers would separate them.
func identifier(_ prefix: String, _ name: String) -> String {
  prefix + "-" + String(name.map { $0.isWhitespace ? "_" : $0 })
}
