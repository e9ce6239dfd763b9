import SwiftSyntax

/// The value of an attribute's argument: known now when it is a plain literal, else only when the program runs.
enum ArgumentValue: Hashable {
  case literal(String)
  case expression(String)

  /// Nil for a missing argument, and for one that is `nil`, which means the same.
  init?(_ expression: ExprSyntax?) {
    guard let expression, !expression.is(NilLiteralExprSyntax.self) else { return nil }
    if let value = expression.as(StringLiteralExprSyntax.self)?.plainContent {
      self = .literal(value)
    } else {
      self = .expression(expression.trimmedDescription)
    }
  }

  /// Source text with this value.
  var source: String {
    switch self {
    case .literal(let value): value.swiftLiteral
    case .expression(let source): source
    }
  }

  /// The value itself, or the expression that will give it.
  var content: String {
    switch self {
    case .literal(let value): value
    case .expression(let source): source
    }
  }

  /// This, or another value where this turns out to be `nil` when the program runs.
  func defaulting(to fallback: ArgumentValue) -> ArgumentValue {
    switch self {
    case .literal: self
    case .expression(let source): .expression("((\(source)) as Swift.String? ?? \(fallback.source))")
    }
  }

  /// The value of this followed by a fixed text.
  func appending(_ suffix: String) -> ArgumentValue {
    switch self {
    case .literal(let value): .literal(value + suffix)
    case .expression(let source): .expression("\(source) + \(suffix.swiftLiteral)")
    }
  }
}

extension StringLiteralExprSyntax {
  /// The text, unless it takes escapes, interpolations or several lines to write, which only the compiler unravels.
  fileprivate var plainContent: String? {
    guard openingQuote.tokenKind == .stringQuote else { return nil }
    var content = ""
    for segment in segments {
      guard case .stringSegment(let segment) = segment, !segment.content.text.contains("\\") else { return nil }
      content += segment.content.text
    }
    return content
  }
}

extension String {
  /// A string literal, on one line, that stands for this text.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
