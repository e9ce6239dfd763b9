import SwiftSyntax
import SwiftSyntaxMacros

/// Finds the lines of a declaration in the user's file.
///
/// The context can tell any location, but builds three syntax trees for each answer; here it is asked once.
struct SourceLines {
  /// Ends what a directive begins.
  static let reset = "#sourceLocation()\n"

  /// The path of the file, as a literal.
  private let file: String
  private let firstLine: Int
  private let start: Int
  private let newlines: [Int]

  /// Nil where the compiler does not say where the declaration is.
  init?(of declaration: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(of: declaration, at: .beforeLeadingTrivia, filePathMode: .filePath),
      let line = Int(location.line.trimmedDescription)
    else { return nil }
    file = location.file.trimmedDescription
    firstLine = line
    start = declaration.position.utf8Offset
    newlines = declaration.syntaxTextBytes.indices(of: UInt8(ascii: "\n"))
  }

  /// Makes the compiler report errors in the code that follows at the line where a setting is declared.
  func directive(for pref: PrefDeclaration) -> String { directive(at: pref.binding) }

  /// Makes the compiler report errors in the code that follows at the line of a part of the declaration.
  func directive(at node: some SyntaxProtocol) -> String {
    "#sourceLocation(file: \(file), line: \(line(of: node)))\n"
  }

  /// The line on which a part of the declaration begins.
  private func line(of node: some SyntaxProtocol) -> Int {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset - start
    var low = 0
    var high = newlines.count
    while low < high {
      let middle = (low + high) / 2
      if newlines[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return firstLine + low
  }
}

extension [UInt8] {
  fileprivate func indices(of byte: UInt8) -> [Int] {
    var found: [Int] = []
    for index in indices where self[index] == byte { found.append(index) }
    return found
  }
}
