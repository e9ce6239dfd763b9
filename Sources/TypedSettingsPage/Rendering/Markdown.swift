/// The documentation of a setting as HTML.
///
/// It knows what documentation comments consist of: paragraphs, lists, code, emphasis, and links. Everything else is
/// text. Packages for Markdown bring a parser in C along, and a page needs no more than this.
struct Markdown {
  /// Returns a paragraph or a list.
  static func block(_ text: String) -> HTML {
    let lines = text.split(separator: "\n")
    guard isList(lines) else { return .element("p", [:], inline(text)) }
    return .element("ul", [:], lines.map { .element("li", [:], inline(String($0.dropFirst(2)))) })
  }

  /// Returns whether each line is an element of a list.
  static func isList(_ lines: [Substring]) -> Bool {
    !lines.isEmpty && lines.allSatisfy { $0.hasPrefix("- ") || $0.hasPrefix("* ") }
  }

  /// Returns text in which code, emphasis and links are elements.
  static func inline(_ text: String) -> HTML {
    var parts: [HTML] = []
    var plain = ""
    var rest = text[...]
    while let first = rest.first {
      if let (html, end) = element(at: rest) {
        parts += [.text(plain), html]
        plain = ""
        rest = rest[end...]
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    return .all(parts + [.text(plain)])
  }

  /// Returns the element at the start of a text, and its end; `nil` if there is none.
  private static func element(at text: Substring) -> (html: HTML, end: String.Index)? {
    switch text.first {
    case "`":
      let mark = text.hasPrefix("``") ? "``" : "`"
      return content(of: text, between: mark, and: mark).map { content, end in
        (.element("code", [:], .text(String(content))), end)
      }
    case "*" where text.hasPrefix("**"):
      return content(of: text, between: "**", and: "**").map { ($0.end, $0.content) }.map { end, content in
        (.element("strong", [:], inline(String(content))), end)
      }
    case "*":
      return content(of: text, between: "*", and: "*").flatMap { content, end in
        content.first == " " ? nil : (.element("em", [:], inline(String(content))), end)
      }
    case "[":
      guard let (title, middle) = content(of: text, between: "[", and: "]("),
        let close = text[middle...].firstIndex(of: ")")
      else { return nil }
      let address = String(text[middle..<close])
      let end = text.index(after: close)
      // Other schemes can run code or open programs.
      guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return (inline(String(title)), end) }
      let attributes: KeyValuePairs<String, String?> = [
        "href": address, "rel": "noopener noreferrer", "target": "_blank",
      ]
      return (.element("a", attributes, .text(String(title))), end)
    default: return nil
    }
  }

  /// Returns the text between two marks, which isn't empty, and the end of the second one.
  private static func content(
    of text: Substring, between open: String, and close: String
  ) -> (content: Substring, end: String.Index)? {
    let inner = text.dropFirst(open.count)
    guard let start = inner.indices.first(where: { inner[$0...].hasPrefix(close) }), start > inner.startIndex else {
      return nil
    }
    return (inner[..<start], inner.index(start, offsetBy: close.count))
  }
}
