import SwiftSyntax

/// The documentation of a declaration, without comment markers and common indentation.
struct DocumentationComment {
  let text: String

  init?(_ trivia: Trivia) {
    var blocks: [String] = []
    var lines: [Substring] = []
    for piece in trivia.pieces {
      switch piece {
      case .docLineComment(let comment): lines.append(comment.dropFirst(3))
      case .docBlockComment(let comment):
        blocks.append(Self.unindented(lines))
        blocks.append(Self.text(ofBlock: comment))
        lines = []
      // An ordinary comment detaches the documentation above it.
      case .lineComment, .blockComment:
        blocks = []
        lines = []
      default: break
      }
    }
    blocks.append(Self.unindented(lines))
    text = blocks.filter { !$0.isEmpty }.joined(separator: "\n")
    if text.isEmpty { return nil }
  }

  private static func text(ofBlock comment: String) -> String {
    let body = comment.dropFirst(3).dropLast(comment.hasSuffix("*/") ? 2 : 0)
    var lines = body.split(omittingEmptySubsequences: false) { $0.isNewline }
    // The first line follows the marker, so that its indentation is independent of the others.
    let first = lines.removeFirst().drop { $0.isWhitespace }
    let written = lines.filter { !$0.isBlank }
    if !written.isEmpty, written.allSatisfy({ $0.drop { $0.isWhitespace }.first == "*" }) {
      lines = lines.map { $0.drop { $0.isWhitespace }.dropFirst() }
    }
    let rest = unindented(lines)
    return [unindented([first]), rest].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func unindented(_ lines: [Substring]) -> String {
    let indentation = lines.filter { !$0.isBlank }.map { $0.prefix { $0.isWhitespace }.count }.min() ?? 0
    var texts = lines.map { line in
      var text = line.dropFirst(indentation)
      while text.last?.isWhitespace == true { text.removeLast() }
      return text
    }
    while texts.first?.isEmpty == true { texts.removeFirst() }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts.joined(separator: "\n")
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0.isWhitespace } }
}
