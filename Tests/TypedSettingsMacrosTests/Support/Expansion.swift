import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import TypedSettingsMacros

/// The expansion of all macros in a source file.
struct Expansion {
  /// Whether the parser and the test expansion are as new as the compiler.
  ///
  /// Older ones support less of the language. They pass copies without a location in the file to a macro: of a property
  /// with accessors or a closure, and of the second of two attributes.
  static let isCurrent: Bool = {
    #if canImport(SwiftSyntax603)
      true
    #else
      false
    #endif
  }()

  /// The file with all emitted code, without the indentation that only the test expansion adds.
  let text: String
  /// All diagnostics and their notes, in file order.
  let reports: [Report]
  /// The file with the first fix-it of every diagnostic applied.
  let fixedSource: String
  /// Whether the expanded file parses.
  let isWellFormed: Bool

  /// The conformances that the compiler asks the macros for.
  static let conformances = [
    "SettingsGroup", "VersionedSettingsGroup", "__RootSettingsGroup", "Sendable", "Equatable", "Comparable",
  ]

  /// Expands a source whose classes lack the given conformances.
  init(of source: String, missingConformances: [String] = Self.conformances, removingIndentation: Bool = true) {
    let file = Parser.parse(source: source)
    let known = BasicMacroExpansionContext.KnownSourceFile(moduleName: "App", fullFilePath: "/App/File.swift")
    let context = BasicMacroExpansionContext(sourceFiles: [file: known])
    let conformances = missingConformances.map { TypeSyntax(IdentifierTypeSyntax(name: .identifier($0))) }
    let expanded = file.expand(
      macroSpecs: [
        "SettingsGroup": MacroSpec(type: SettingsGroupMacro.self, conformances: conformances),
        "Pref": MacroSpec(type: PrefMacro.self),
        "PrefAttr": MacroSpec(type: PrefAttrMacro.self),
        "ObservedWrapper": MacroSpec(type: ObservedWrapperMacro.self),
      ],
      contextGenerator: { node in
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(removingIndentation ? 2 : 0))
    // The form that the code has for any compiler.
    let plain = expanded.trimmedDescription.replacing(Library.prefix, with: "TypedSettings.")
      .replacing(Library.prefixOfObjects, with: "TypedSettings.")
    text = plain.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in removingIndentation ? line.drop { $0 == " " } : line }.joined(separator: "\n")
    isWellFormed = !Parser.parse(source: plain).hasError
    // The test expansion has its own errors for declarations that the compiler doesn't expand either.
    let diagnostics = context.diagnostics.filter { $0.macroDiagnostic != nil }
    reports = diagnostics.flatMap { Report.all(for: $0, in: context) }.sorted { $0.position < $1.position }
    fixedSource = diagnostics.fixing(source, in: context)
  }

  /// The declaration of the first record on one line, without the padding that aligns its parts.
  var record: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.contains("let $") }
    let record = lines.prefix { !$0.hasPrefix("#sourceLocation()") && !$0.isEmpty }.joined(separator: " ")
    return record.aligningNothing.replacing("( ", with: "(")
  }

  /// Returns the part of the expansion from the first line that contains a text to the next that contains another.
  func excerpt(from start: String, to end: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let tail = lines.drop { !$0.contains(start) }
    let length = tail.dropFirst().prefix { !$0.contains(end) }.count
    return tail.prefix(length + 2).joined(separator: "\n")
  }
}

extension String {
  /// Returns how often a text occurs.
  func components(of text: String) -> Int { ranges(of: text).count }

  /// The text without repeated spaces.
  var aligningNothing: String { split(separator: " ").joined(separator: " ") }
}

/// A diagnostic or a note as the compiler prints it.
struct Report: Equatable, CustomStringConvertible {
  let line: Int
  let column: Int
  let message: String

  init(_ line: Int, _ column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  var description: String { "\(line):\(column): \(message)" }

  fileprivate var position: (Int, Int) { (line, column) }

  fileprivate static func all(for diagnostic: Diagnostic, in context: BasicMacroExpansionContext) -> [Report] {
    let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
    let error = Report(place.line, place.column, "\(diagnostic.diagMessage.severity): \(diagnostic.message)")
    let notes = diagnostic.notes.map { note in
      let place = context.location(for: note.position, anchoredAt: note.node, fileName: "")
      return Report(place.line, place.column, "note: \(note.message)")
    }
    return [error] + notes
  }
}

extension [Diagnostic] {
  fileprivate func fixing(_ source: String, in context: BasicMacroExpansionContext) -> String {
    var edits: [(range: Range<Int>, replacement: String)] = []
    for diagnostic in self {
      let root = diagnostic.node.root
      // A property with accessors is expanded as a copy without a location in the file.
      guard let fixIt = diagnostic.fixIts.first, context.location(of: root) != nil else { continue }
      let origin = context.location(for: root.position, anchoredAt: root, fileName: "")
      for edit in fixIt.edits {
        let start = origin.offset + edit.range.lowerBound.utf8Offset
        edits.append((start..<origin.offset + edit.range.upperBound.utf8Offset, edit.replacement))
      }
    }
    var bytes = [UInt8](source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
